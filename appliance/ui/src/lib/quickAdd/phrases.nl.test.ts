import { describe, expect, test } from 'vitest'
import nl from './grammar/nl.json'
import type { Grammar } from './grammar'
import type { Context } from './types'
import { itemsIn, named, understanding } from './phrases.testing'

const grammar = nl as unknown as Grammar

/** A Thursday, 14:00. */
const context: Context = {
  today: '2026-11-19',
  minutes: 840,
  people: named('Ida', 'Theo', 'Mara', 'Jonas'),
  places: named('Gezin', 'Werk', 'Boodschappen'),
  dayFirst: true,
  anchored: true,
}

const understood = understanding(grammar, context)

describe('een afspraak', () => {
  test.each([
    ['Tandarts do 15 uur Ida', 'Tandarts | 2026-11-19 15:00 | Ida'],
    ['Tandarts do 13 uur Ida', 'Tandarts | 2026-11-26 13:00 | Ida'],
    ['Tandarts', 'Tandarts'],
    ['Tandarts morgen', 'Tandarts | 2026-11-20'],
    ['Tandarts morgen 3', 'Tandarts | 2026-11-20 15:00'],
    ['Eten zondag 6', 'Eten | 2026-11-22 18:00'],
    ['Piano ma en wo 16:00-17:00', 'Piano | 2026-11-23 +2026-11-25 16:00 +60'],
    ['Zwemmen elke za tot maart', 'Zwemmen | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA;UNTIL=20270331'],
    ['Verjaardag 30 januari', 'Verjaardag | 2027-01-30 | FREQ=YEARLY'],
    ['Verjaardagsfeest 5 december', 'Verjaardagsfeest | 2026-12-05'],
    ['Ouderavond op de school di 19:00', 'Ouderavond | 2026-11-24 19:00 | @ school'],
    ['Kamp in de zomer', 'Kamp in de zomer'],
    ['Vuilnis elke blauwe maan', 'Vuilnis elke blauwe maan | repeat? elke blauwe maan'],
    ['Tandarts morgen om 15:00', 'Tandarts | 2026-11-20 15:00'],
    ['Tandarts morgen om 3', 'Tandarts | 2026-11-20 15:00'],
    ['Tandarts morgen om drie uur', 'Tandarts | 2026-11-20 15:00'],
    ['Tandarts vandaag 18.30 uur', 'Tandarts | 2026-11-19 18:30'],
    ['Tandarts 15u30', 'Tandarts | 2026-11-19 15:30'],
    ['Tandarts om 13 uur', 'Tandarts | 2026-11-20 13:00'],
    ['Tandarts om half drie', 'Tandarts | 2026-11-19 14:30'],
    ['Tandarts morgen half acht', 'Tandarts | 2026-11-20 07:30'],
    ['Tandarts kwart over negen op vrijdag', 'Tandarts | 2026-11-20 09:15'],
    ['Tandarts kwart voor 4 morgen', 'Tandarts | 2026-11-20 15:45'],
    ['Tandarts tien over acht morgenochtend', 'Tandarts | 2026-11-20 08:10'],
    ['Tandarts tien voor acht morgen', 'Tandarts | 2026-11-20 07:50'],
    ['Trein vijf over half drie', 'Trein | 2026-11-19 14:35'],
    ['Trein morgen vijf voor half drie', 'Trein | 2026-11-20 14:25'],
    ['Trein morgen tien over half vier', 'Trein | 2026-11-20 15:40'],
    ['Voetbal 15-16 uur za', 'Voetbal | 2026-11-21 15:00 +60'],
    ['Voetbal za 10:00-11:30', 'Voetbal | 2026-11-21 10:00 +90'],
    ['Voetbal zaterdag van 9 tot 11 uur', 'Voetbal | 2026-11-21 09:00 +120'],
    ['Voetbal van 9 tot 5 op ma', 'Voetbal | 2026-11-23 09:00 +480'],
    ['Voetbal za tussen 14 en 15:30 uur', 'Voetbal | 2026-11-21 14:00 +90'],
    ['Voetbal vr 18:00 - 19:30 Theo', 'Voetbal | 2026-11-20 18:00 +90 | Theo'],
    ['Film vr 20 uur 2 uur lang', 'Film | 2026-11-20 20:00 +120'],
    ['Film vr 20:00 2 uur', 'Film | 2026-11-20 20:00 +120'],
    ['Film vr 20 uur 90 min', 'Film | 2026-11-20 20:00 +90'],
    ['Film vr 20 uur 1,5 uur', 'Film | 2026-11-20 20:00 +90'],
    ['Film vr 20 uur anderhalf uur', 'Film | 2026-11-20 20:00 +90'],
    ['Film vr 20 uur een half uur', 'Film | 2026-11-20 20:00 +30'],
    ['Film vr 20 uur drie kwartier', 'Film | 2026-11-20 20:00 +45'],
    ['Film vr 20 uur een uur', 'Film | 2026-11-20 20:00 +60'],
    ['Film vanavond', 'Film | 2026-11-19 19:00'],
    ['Film vanavond om 8', 'Film | 2026-11-19 20:00'],
    ['Ontbijt morgenochtend', 'Ontbijt | 2026-11-20 09:00'],
    ['Ontbijt morgenochtend om 8', 'Ontbijt | 2026-11-20 08:00'],
    ['Koffie vrijdagmiddag', 'Koffie | 2026-11-20 15:00'],
    ['Koffie vrijdag om 4 uur ’s middags', 'Koffie | 2026-11-20 16:00'],
    ["Koffie vrijdag om 4 uur 's middags", 'Koffie | 2026-11-20 16:00'],
    ['Nachtdienst morgen om 11 uur ’s nachts', 'Nachtdienst | 2026-11-20 23:00'],
    ['Vlucht morgen om 2 uur ’s nachts', 'Vlucht | 2026-11-20 02:00'],
    ['Eten morgenavond', 'Eten | 2026-11-20 19:00'],
    ['Maandagochtend hardlopen', 'Hardlopen | 2026-11-23 09:00'],
    ['Feest volgende vr', 'Feest | 2026-11-27'],
    ['Feest volgende vrijdag 19 uur', 'Feest | 2026-11-27 19:00'],
    ['Feest komende vrijdag', 'Feest | 2026-11-20'],
    ['Feest aanstaande vrijdag', 'Feest | 2026-11-20'],
    ['Feest op vrijdag', 'Feest | 2026-11-20'],
    ['Feest dit weekend', 'Feest | 2026-11-21'],
    ['Feest vrijdag over een week', 'Feest | 2026-11-27'],
    ['Feest volgende week dinsdag', 'Feest | 2026-11-24'],
    ['Feest dinsdag volgende week', 'Feest | 2026-11-24'],
    ['Feest overmorgen', 'Feest | 2026-11-21'],
    ['Feest over 3 dagen', 'Feest | 2026-11-22'],
    ['Feest over een week', 'Feest | 2026-11-26'],
    ['Feest over twee uur', 'Feest | 2026-11-19 16:00'],
    ['Feest volgende week', 'Feest | 2026-11-26'],
    ['Feest volgende maand', 'Feest | 2026-12-19'],
    ['Feest 5 augustus', 'Feest | 2027-08-05'],
    ['Feest op 5 aug', 'Feest | 2027-08-05'],
    ['Feest op zaterdag 5 december om 16 uur', 'Feest | 2026-12-05 16:00'],
    ['Feest za 5/12 15 uur', 'Feest | 2026-12-05 15:00'],
    ['Feest 05-08-2027 15:00', 'Feest | 2027-08-05 15:00'],
    ['Feest 24 dec 2026', 'Feest | 2026-12-24'],
    ['Feest 2026-12-24', 'Feest | 2026-12-24'],
    ['Feest op de 5e', 'Feest | 2026-12-05'],
    ['Feest de 25e om 16 uur', 'Feest | 2026-11-25 16:00'],
    ['Feest 31 februari', 'Feest 31 februari | day? 31 februari'],
    ['Feest 29 februari', 'Feest | 2028-02-29'],
    ['Vakantie 5-8 augustus', 'Vakantie | 2027-08-05 ..2027-08-08'],
    ['Vakantie van 5 tot 8 augustus', 'Vakantie | 2027-08-05 ..2027-08-08'],
    ['Vakantie 28 dec t/m 3 jan', 'Vakantie | 2026-12-28 ..2027-01-03'],
    ['Kamp morgen voor 3 dagen', 'Kamp | 2026-11-20 ..2026-11-22'],
    ['Kamp ma t/m vr', 'Kamp | 2026-11-23 ..2026-11-27'],
    ['Zwemmen elke za 10 uur', 'Zwemmen | 2026-11-21 10:00 | FREQ=WEEKLY;BYDAY=SA'],
    ['Zwemmen iedere tweede za', 'Zwemmen | 2026-11-21 | FREQ=WEEKLY;INTERVAL=2;BYDAY=SA'],
    ['Zwemmen om de week op za', 'Zwemmen | 2026-11-21 | FREQ=WEEKLY;INTERVAL=2;BYDAY=SA'],
    ['Zwemmen elke ma en wo 16 uur', 'Zwemmen | 2026-11-23 16:00 | FREQ=WEEKLY;BYDAY=MO,WE'],
    ['Zwemmen elke ma, wo en vr om 16:00', 'Zwemmen | 2026-11-20 16:00 | FREQ=WEEKLY;BYDAY=MO,WE,FR'],
    ['Zwemmen op maandagen', 'Zwemmen | 2026-11-23 | FREQ=WEEKLY;BYDAY=MO'],
    ['Zwemmen maandags en donderdags 17 uur', 'Zwemmen | 2026-11-19 17:00 | FREQ=WEEKLY;BYDAY=MO,TH'],
    ['Zwemmen elke dinsdagavond', 'Zwemmen | 2026-11-24 19:00 | FREQ=WEEKLY;BYDAY=TU'],
    ['Zwemmen elke werkdag 7:30', 'Zwemmen | 2026-11-20 07:30 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['Zwemmen op schooldagen 7:30', 'Zwemmen | 2026-11-20 07:30 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['Zwemmen elke ma-do 8 uur', 'Zwemmen | 2026-11-23 08:00 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH'],
    ['Zwemmen dagelijks', 'Zwemmen | 2026-11-19 | FREQ=DAILY'],
    ['Pillen elke dag om 8', 'Pillen | 2026-11-20 08:00 | FREQ=DAILY'],
    ['Pillen elke ochtend', 'Pillen | 2026-11-20 09:00 | FREQ=DAILY'],
    ['Pillen elke 3 dagen', 'Pillen | 2026-11-19 | FREQ=DAILY;INTERVAL=3'],
    ['Pillen om de dag', 'Pillen | 2026-11-19 | FREQ=DAILY;INTERVAL=2'],
    ['Koor elke 2 weken op di 19:30', 'Koor | 2026-11-24 19:30 | FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
    ['Koor elke week op do', 'Koor | 2026-11-19 | FREQ=WEEKLY;BYDAY=TH'],
    ['Leesclub elke eerste maandag 20 uur', 'Leesclub | 2026-12-07 20:00 | FREQ=MONTHLY;BYDAY=1MO'],
    ['Leesclub elke tweede maandag van de maand', 'Leesclub | 2026-12-14 | FREQ=MONTHLY;BYDAY=2MO'],
    ['Leesclub op de laatste vrijdag van de maand', 'Leesclub | 2026-11-27 | FREQ=MONTHLY;BYDAY=-1FR'],
    ['Huur elke maand op de 1e', 'Huur | 2026-12-01 | FREQ=MONTHLY'],
    ['Huur op de 1e van elke maand', 'Huur | 2026-12-01 | FREQ=MONTHLY'],
    ['Huur elke 5e', 'Huur | 2026-12-05 | FREQ=MONTHLY'],
    ['Verjaardag oma elk jaar op 12 maart', 'Verjaardag oma | 2027-03-12 | FREQ=YEARLY'],
    ['Belasting jaarlijks', 'Belasting | 2026-11-19 | FREQ=YEARLY'],
    ['Belasting elke 31 mei', 'Belasting | 2027-05-31 | FREQ=YEARLY'],
    ['Zwemmen elke za tot 20 dec', 'Zwemmen | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA;UNTIL=20261220'],
    ['Zwemmen elke za 10 keer', 'Zwemmen | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA;COUNT=10'],
    ['Cursus elke di 18 uur voor 4 weken', 'Cursus | 2026-11-24 18:00 | FREQ=WEEKLY;BYDAY=TU;UNTIL=20261221'],
    [
      'Cursus elke di 18-19:30 uur t/m 22 dec Ida, Theo',
      'Cursus | 2026-11-24 18:00 +90 | Ida,Theo | FREQ=WEEKLY;BYDAY=TU;UNTIL=20261222',
    ],
    ['Cursus wekelijks vanaf 5 dec', 'Cursus | 2026-12-05 | FREQ=WEEKLY;BYDAY=SA'],
    ['Yoga elk weekend', 'Yoga | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA,SU'],
    ['Ida tandarts morgen', 'Tandarts | 2026-11-20 | Ida'],
    ['Ida en Theo naar oma za', 'Naar oma | 2026-11-21 | Ida,Theo'],
    ['Ida, Theo: zwemmen ma 16 uur', 'Zwemmen | 2026-11-23 16:00 | Ida,Theo'],
    ['Tandarts voor Ida op vr', 'Tandarts | 2026-11-20 | Ida'],
    ['Tandarts met Ida vr 14 uur', 'Tandarts met Ida | 2026-11-20 14:00 | Ida'],
    ['Ida van school halen vr 15 uur', 'Ida van school halen | 2026-11-20 15:00 | Ida'],
    ['Theo bellen morgen', 'Theo bellen | 2026-11-20 | Theo'],
    ["Ida's verjaardag 12 maart", "Ida's verjaardag | 2027-03-12 | Ida | FREQ=YEARLY"],
    ['Verjaardag van Ida 12 maart', 'Verjaardag van Ida | 2027-03-12 | Ida | FREQ=YEARLY'],
    ['Vergadering vr 9 uur in Werk', 'Vergadering | 2026-11-20 09:00 | Werk'],
    ['Zo gaat het niet langer', 'Zo gaat het niet langer'],
    ['Zondag brunch', 'Brunch | 2026-11-22'],
    ['Zo brunch 11 uur', 'Brunch | 2026-11-22 11:00'],
    ['Kamer 204 om 10:30 ma', 'Kamer 204 | 2026-11-23 10:30'],
    ['Vlucht KL 123 morgen 6:45', 'Vlucht KL 123 | 2026-11-20 06:45'],
    ['Ouderavond di 19 uur', 'Ouderavond | 2026-11-24 19:00'],
    ['50e verjaardag 5 dec', '50e verjaardag | 2026-12-05'],
    ['Kerst hele dag 25 dec', 'Kerst | 2026-12-25'],
    ['Tandarts, morgen, 15 uur, Ida', 'Tandarts | 2026-11-20 15:00 | Ida'],
    ['Dierenarts over twee weken', 'Dierenarts | 2026-12-03'],
    ['Zomerfeest za 19 uur Mara en Jonas', 'Zomerfeest | 2026-11-21 19:00 | Mara,Jonas'],
  ])('%s', (line, expected) => {
    expect(understood(line)).toBe(expected)
  })
})

describe('een klusje', () => {
  test.each([
    ['Stofzuigen elke za Ida, Theo', 'Stofzuigen | 2026-11-21 | Ida,Theo | FREQ=WEEKLY;BYDAY=SA'],
    ['Planten water geven elke 3 dagen Mara', 'Planten water geven | 2026-11-19 | Mara | FREQ=DAILY;INTERVAL=3'],
    ['Vuilnis elke di en vr 19 uur Jonas', 'Vuilnis | 2026-11-20 19:00 | Jonas | FREQ=WEEKLY;BYDAY=TU,FR'],
    ['Ramen elke eerste za', 'Ramen | 2026-12-05 | FREQ=MONTHLY;BYDAY=1SA'],
    ['Filter elke maand op de 15e', 'Filter | 2026-12-15 | FREQ=MONTHLY;BYMONTHDAY=15'],
    ['Kat eten geven dagelijks Ida', 'Kat eten geven | 2026-11-19 | Ida | FREQ=DAILY'],
    ['Boeken terugbrengen voor dinsdag Theo', 'Boeken terugbrengen | 2026-11-24 | Theo'],
    ['Boeken terugbrengen uiterlijk dinsdag', 'Boeken terugbrengen | 2026-11-24'],
    ['Huiswerk elke schooldag om 17 uur Theo', 'Huiswerk | 2026-11-19 17:00 | Theo | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
  ])('%s', (line, expected) => {
    expect(understood(line, { anchored: false })).toBe(expected)
  })
})

describe('items van een lijst', () => {
  test.each([
    ['melk, 2 brood', 'melk | 2 × brood'],
    ['2 melk, 500 g meel, eieren', '2 × melk | 500 g × meel | eieren'],
    ['3x eieren; 1,5 l sap', '3 × eieren | 1,5 l × sap'],
    ['2 flessen water, 1 bosje peterselie', '2 flessen × water | 1 bosje × peterselie'],
    ['1 blik tomaten, 2 potten augurken', '1 blik × tomaten | 2 potten × augurken'],
    ['9 uur bellen', '9 uur bellen'],
  ])('%s', (line, expected) => {
    expect(itemsIn(grammar, line)).toBe(expected)
  })

  test.each([
    ['Postzegels kopen vr Ida', 'Postzegels kopen | 2026-11-20 | Ida'],
    ['Melk op Boodschappen', 'Melk | Boodschappen'],
    ['Melk op de lijst Boodschappen', 'Melk | Boodschappen'],
  ])('%s', (line, expected) => {
    expect(understood(line)).toBe(expected)
  })
})
