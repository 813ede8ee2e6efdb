import { describe, expect, test } from 'vitest'
import de from './grammar/de.json'
import type { Grammar } from './grammar'
import type { Context } from './types'
import { itemsIn, named, understanding } from './phrases.testing'

const grammar = de as unknown as Grammar

/** A Thursday, 14:00. */
const context: Context = {
  today: '2026-11-19',
  minutes: 840,
  people: named('Ida', 'Theo', 'Mara', 'Jonas'),
  places: named('Familie', 'Arbeit', 'Einkauf'),
  dayFirst: true,
  anchored: true,
}

const understood = understanding(grammar, context)

describe('ein Termin', () => {
  test.each([
    ['Zahnarzt Do 15 Uhr Ida', 'Zahnarzt | 2026-11-19 15:00 | Ida'],
    ['Zahnarzt Do 13 Uhr Ida', 'Zahnarzt | 2026-11-26 13:00 | Ida'],
    ['Zahnarzt', 'Zahnarzt'],
    ['Zahnarzt morgen', 'Zahnarzt | 2026-11-20'],
    ['Zahnarzt morgen um 15:00', 'Zahnarzt | 2026-11-20 15:00'],
    ['Zahnarzt morgen um 3', 'Zahnarzt | 2026-11-20 15:00'],
    ['Zahnarzt heute 18.30 Uhr', 'Zahnarzt | 2026-11-19 18:30'],
    ['Zahnarzt 15 Uhr 30', 'Zahnarzt | 2026-11-19 15:30'],
    ['Zahnarzt um 13 Uhr', 'Zahnarzt | 2026-11-20 13:00'],
    ['Zahnarzt um halb drei', 'Zahnarzt | 2026-11-19 14:30'],
    ['Zahnarzt morgen halb acht', 'Zahnarzt | 2026-11-20 07:30'],
    ['Zahnarzt Viertel nach neun am Freitag', 'Zahnarzt | 2026-11-20 09:15'],
    ['Zahnarzt Viertel vor 4 morgen', 'Zahnarzt | 2026-11-20 15:45'],
    ['Zahnarzt dreiviertel vier morgen', 'Zahnarzt | 2026-11-20 15:45'],
    ['Zahnarzt viertel vier morgen', 'Zahnarzt | 2026-11-20 15:15'],
    ['Zahnarzt zehn nach acht morgen früh', 'Zahnarzt | 2026-11-20 08:10'],
    ['Zahnarzt zehn vor acht morgen', 'Zahnarzt | 2026-11-20 07:50'],
    ['Zug fünf nach halb drei', 'Zug | 2026-11-19 14:35'],
    ['Zug morgen fünf vor halb drei', 'Zug | 2026-11-20 14:25'],
    ['Fußball 15-16 Uhr Sa', 'Fußball | 2026-11-21 15:00 +60'],
    ['Fußball Sa 10:00-11:30', 'Fußball | 2026-11-21 10:00 +90'],
    ['Fußball Samstag von 9 bis 11 Uhr', 'Fußball | 2026-11-21 09:00 +120'],
    ['Fußball von 9 bis 5 am Mo', 'Fußball | 2026-11-23 09:00 +480'],
    ['Fußball Sa zwischen 14 und 15:30 Uhr', 'Fußball | 2026-11-21 14:00 +90'],
    ['Fußball Fr 18:00 - 19:30 Theo', 'Fußball | 2026-11-20 18:00 +90 | Theo'],
    ['Fußball Fr 18 Uhr bis 19 Uhr 30', 'Fußball | 2026-11-20 18:00 +90'],
    ['Kino Fr 20 Uhr für 2 Stunden', 'Kino | 2026-11-20 20:00 +120'],
    ['Kino Fr 20 Uhr 90 Min', 'Kino | 2026-11-20 20:00 +90'],
    ['Kino Fr 20 Uhr 1,5 Stunden', 'Kino | 2026-11-20 20:00 +90'],
    ['Kino Fr 20 Uhr anderthalb Stunden', 'Kino | 2026-11-20 20:00 +90'],
    ['Kino Fr 20 Uhr 1 h 30', 'Kino | 2026-11-20 20:00 +90'],
    ['Kino Fr 20 Uhr eine halbe Stunde', 'Kino | 2026-11-20 20:00 +30'],
    ['Kino Fr 20 Uhr eine Dreiviertelstunde', 'Kino | 2026-11-20 20:00 +45'],
    ['Kino Fr 20 Uhr zwei Stunden lang', 'Kino | 2026-11-20 20:00 +120'],
    ['Kino heute Abend', 'Kino | 2026-11-19 19:00'],
    ['Kino heute Abend um 8', 'Kino | 2026-11-19 20:00'],
    ['Frühstück morgen früh', 'Frühstück | 2026-11-20 08:00'],
    ['Frühstück morgen Vormittag um 9', 'Frühstück | 2026-11-20 09:00'],
    ['Kaffee Freitagnachmittag', 'Kaffee | 2026-11-20 15:00'],
    ['Kaffee Freitag Nachmittag um 4', 'Kaffee | 2026-11-20 16:00'],
    ['Kaffee am Freitag um 4 am Nachmittag', 'Kaffee | 2026-11-20 16:00'],
    ['Nachtschicht morgen 11 Uhr nachts', 'Nachtschicht | 2026-11-20 23:00'],
    ['Flug morgen 2 Uhr nachts', 'Flug | 2026-11-20 02:00'],
    ['Essen morgen Mittag', 'Essen | 2026-11-20 12:00'],
    ['Essen Sonntag mittags', 'Essen | 2026-11-22 12:00'],
    ['Montagmorgen laufen', 'Laufen | 2026-11-23 09:00'],
    ['Feier nächsten Fr', 'Feier | 2026-11-27'],
    ['Feier nächsten Freitag 19 Uhr', 'Feier | 2026-11-27 19:00'],
    ['Feier kommenden Freitag', 'Feier | 2026-11-20'],
    ['Feier diesen Freitag', 'Feier | 2026-11-20'],
    ['Feier am Freitag', 'Feier | 2026-11-20'],
    ['Feier am Wochenende', 'Feier | 2026-11-21'],
    ['Feier Freitag in einer Woche', 'Feier | 2026-11-27'],
    ['Feier Freitag nächster Woche', 'Feier | 2026-11-27'],
    ['Feier nächste Woche Dienstag', 'Feier | 2026-11-24'],
    ['Feier übermorgen', 'Feier | 2026-11-21'],
    ['Feier in 3 Tagen', 'Feier | 2026-11-22'],
    ['Feier in einer Woche', 'Feier | 2026-11-26'],
    ['Feier in zwei Stunden', 'Feier | 2026-11-19 16:00'],
    ['Feier nächste Woche', 'Feier | 2026-11-26'],
    ['Feier nächsten Monat', 'Feier | 2026-12-19'],
    ['Feier 5. August', 'Feier | 2027-08-05'],
    ['Feier am 5. Aug', 'Feier | 2027-08-05'],
    ['Feier am Samstag, den 5. Dezember um 16 Uhr', 'Feier | 2026-12-05 16:00'],
    ['Feier 5.8.', 'Feier | 2027-08-05'],
    ['Feier Sa 5.12. 15 Uhr', 'Feier | 2026-12-05 15:00'],
    ['Feier am 05.08.2027 15:00', 'Feier | 2027-08-05 15:00'],
    ['Feier 24. Dez. 2026', 'Feier | 2026-12-24'],
    ['Feier 2026-12-24', 'Feier | 2026-12-24'],
    ['Feier am 5.', 'Feier | 2026-12-05'],
    ['Feier am 25. um 16 Uhr', 'Feier | 2026-11-25 16:00'],
    ['Feier 31. Februar', 'Feier 31. Februar'],
    ['Feier 29. Februar', 'Feier | 2028-02-29'],
    ['Urlaub 5.-8. August', 'Urlaub | 2027-08-05 ..2027-08-08'],
    ['Urlaub vom 5. bis 8. August', 'Urlaub | 2027-08-05 ..2027-08-08'],
    ['Urlaub 28. Dez bis 3. Jan', 'Urlaub | 2026-12-28 ..2027-01-03'],
    ['Urlaub vom 5.8. bis 8.8.', 'Urlaub | 2027-08-05 ..2027-08-08'],
    ['Urlaub 5.8.–8.8.', 'Urlaub | 2027-08-05 ..2027-08-08'],
    ['Zeltlager morgen für 3 Tage', 'Zeltlager | 2026-11-20 ..2026-11-22'],
    ['Zeltlager Mo bis Fr', 'Zeltlager | 2026-11-23 ..2026-11-27'],
    ['Schwimmen jeden Sa 10 Uhr', 'Schwimmen | 2026-11-21 10:00 | FREQ=WEEKLY;BYDAY=SA'],
    ['Schwimmen jeden zweiten Sa', 'Schwimmen | 2026-11-21 | FREQ=WEEKLY;INTERVAL=2;BYDAY=SA'],
    ['Schwimmen jeden Mo und Mi 16 Uhr', 'Schwimmen | 2026-11-23 16:00 | FREQ=WEEKLY;BYDAY=MO,WE'],
    ['Schwimmen jeden Mo, Mi und Fr um 16:00', 'Schwimmen | 2026-11-20 16:00 | FREQ=WEEKLY;BYDAY=MO,WE,FR'],
    ['Schwimmen montags', 'Schwimmen | 2026-11-23 | FREQ=WEEKLY;BYDAY=MO'],
    ['Schwimmen montags und donnerstags 17 Uhr', 'Schwimmen | 2026-11-19 17:00 | FREQ=WEEKLY;BYDAY=MO,TH'],
    ['Schwimmen immer dienstags', 'Schwimmen | 2026-11-24 | FREQ=WEEKLY;BYDAY=TU'],
    ['Schwimmen jeden Dienstagabend', 'Schwimmen | 2026-11-24 19:00 | FREQ=WEEKLY;BYDAY=TU'],
    ['Schwimmen werktags 7:30', 'Schwimmen | 2026-11-20 07:30 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['Schwimmen an Schultagen 7:30', 'Schwimmen | 2026-11-20 07:30 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['Schwimmen jeden Mo-Do 8 Uhr', 'Schwimmen | 2026-11-23 08:00 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH'],
    ['Schwimmen täglich', 'Schwimmen | 2026-11-19 | FREQ=DAILY'],
    ['Tabletten jeden Tag um 8', 'Tabletten | 2026-11-20 08:00 | FREQ=DAILY'],
    ['Tabletten jeden Morgen', 'Tabletten | 2026-11-20 09:00 | FREQ=DAILY'],
    ['Tabletten alle 3 Tage', 'Tabletten | 2026-11-19 | FREQ=DAILY;INTERVAL=3'],
    ['Chor alle 2 Wochen am Di 19:30', 'Chor | 2026-11-24 19:30 | FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
    ['Chor alle 14 Tage donnerstags 19 Uhr', 'Chor | 2026-11-19 19:00 | FREQ=WEEKLY;INTERVAL=2;BYDAY=TH'],
    ['Chor jede zweite Woche', 'Chor | 2026-11-19 | FREQ=WEEKLY;INTERVAL=2;BYDAY=TH'],
    ['Chor jede Woche am Do', 'Chor | 2026-11-19 | FREQ=WEEKLY;BYDAY=TH'],
    ['Lesekreis jeden ersten Montag 20 Uhr', 'Lesekreis | 2026-12-07 20:00 | FREQ=MONTHLY;BYDAY=1MO'],
    ['Lesekreis jeden zweiten Montag im Monat', 'Lesekreis | 2026-12-14 | FREQ=MONTHLY;BYDAY=2MO'],
    ['Lesekreis am letzten Freitag des Monats', 'Lesekreis | 2026-11-27 | FREQ=MONTHLY;BYDAY=-1FR'],
    ['Miete jeden Monat am 1.', 'Miete | 2026-12-01 | FREQ=MONTHLY'],
    ['Miete am 1. jeden Monats', 'Miete | 2026-12-01 | FREQ=MONTHLY'],
    ['Miete jeden 5.', 'Miete | 2026-12-05 | FREQ=MONTHLY'],
    ['Omas Geburtstag jedes Jahr am 12. März', 'Omas Geburtstag | 2027-03-12 | FREQ=YEARLY'],
    ['Steuer jährlich', 'Steuer | 2026-11-19 | FREQ=YEARLY'],
    ['Steuer jeden 31. Mai', 'Steuer | 2027-05-31 | FREQ=YEARLY'],
    ['Schwimmen jeden Sa bis 20. Dez', 'Schwimmen | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA;UNTIL=20261220'],
    ['Schwimmen jeden Sa 10 Mal', 'Schwimmen | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA;COUNT=10'],
    ['Kurs jeden Di 18 Uhr für 4 Wochen', 'Kurs | 2026-11-24 18:00 | FREQ=WEEKLY;BYDAY=TU;UNTIL=20261221'],
    [
      'Kurs jeden Di 18-19:30 Uhr bis zum 22. Dez Ida, Theo',
      'Kurs | 2026-11-24 18:00 +90 | Ida,Theo | FREQ=WEEKLY;BYDAY=TU;UNTIL=20261222',
    ],
    ['Kurs wöchentlich ab 5. Dez', 'Kurs | 2026-12-05 | FREQ=WEEKLY;BYDAY=SA'],
    ['Yoga jedes Wochenende', 'Yoga | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA,SU'],
    ['Yoga jeden Dienstag 19 Uhr eine Stunde', 'Yoga | 2026-11-24 19:00 +60 | FREQ=WEEKLY;BYDAY=TU'],
    ['Ida Zahnarzt morgen', 'Zahnarzt | 2026-11-20 | Ida'],
    ['Ida und Theo zu Oma Sa', 'Zu Oma | 2026-11-21 | Ida,Theo'],
    ['Ida, Theo: Schwimmen Mo 16 Uhr', 'Schwimmen | 2026-11-23 16:00 | Ida,Theo'],
    ['Zahnarzt für Ida am Fr', 'Zahnarzt | 2026-11-20 | Ida'],
    ['Zahnarzt mit Ida Fr 14 Uhr', 'Zahnarzt mit Ida | 2026-11-20 14:00 | Ida'],
    ['Ida von der Schule abholen Fr 15 Uhr', 'Ida von der Schule abholen | 2026-11-20 15:00 | Ida'],
    ['Theo anrufen morgen', 'Theo anrufen | 2026-11-20 | Theo'],
    ['Idas Geburtstag 12. März', 'Idas Geburtstag | 2027-03-12 | Ida'],
    ['Besprechung Fr 9 Uhr in Arbeit', 'Besprechung | 2026-11-20 09:00 | Arbeit'],
    ['Besprechung Fr 9 Uhr im Kalender Arbeit', 'Besprechung | 2026-11-20 09:00 | Arbeit'],
    ['So geht es nicht weiter', 'So geht es nicht weiter'],
    ['Sonntag Brunch', 'Brunch | 2026-11-22'],
    ['So Brunch 11 Uhr', 'Brunch | 2026-11-22 11:00'],
    ['Guten Morgen sagen', 'Guten sagen | 2026-11-20'],
    ['Raum 204 um 10:30 Mo', 'Raum 204 | 2026-11-23 10:30'],
    ['Flug LH 123 morgen 6:45', 'Flug LH 123 | 2026-11-20 06:45'],
    ['Elternabend Di 19 Uhr', 'Elternabend | 2026-11-24 19:00'],
    ['50. Geburtstag 5. Dez', '50. Geburtstag | 2026-12-05'],
    ['Feier am 50. Geburtstag von Oma', 'Feier am 50. Geburtstag von Oma'],
    ['Weihnachten ganztägig 24. Dez', 'Weihnachten | 2026-12-24'],
    ['Zahnarzt, morgen, 15 Uhr, Ida', 'Zahnarzt | 2026-11-20 15:00 | Ida'],
    ['Klavier Do 16 bis 17 Uhr Theo', 'Klavier | 2026-11-19 16:00 +60 | Theo'],
    ['Tierarzt in zwei Wochen', 'Tierarzt | 2026-12-03'],
    ['Sommerfest Sa 19 Uhr Mara und Jonas', 'Sommerfest | 2026-11-21 19:00 | Mara,Jonas'],
  ])('%s', (line, expected) => {
    expect(understood(line)).toBe(expected)
  })
})

describe('eine Aufgabe', () => {
  test.each([
    ['Staubsaugen jeden Sa Ida, Theo', 'Staubsaugen | 2026-11-21 | Ida,Theo | FREQ=WEEKLY;BYDAY=SA'],
    ['Blumen gießen alle 3 Tage Mara', 'Blumen gießen | 2026-11-19 | Mara | FREQ=DAILY;INTERVAL=3'],
    ['Müll jeden Di und Fr 19 Uhr Jonas', 'Müll | 2026-11-20 19:00 | Jonas | FREQ=WEEKLY;BYDAY=TU,FR'],
    ['Fenster jeden ersten Sa', 'Fenster | 2026-12-05 | FREQ=MONTHLY;BYDAY=1SA'],
    ['Filter jeden Monat am 15.', 'Filter | 2026-12-15 | FREQ=MONTHLY;BYMONTHDAY=15'],
    ['Katze füttern täglich Ida', 'Katze füttern | 2026-11-19 | Ida | FREQ=DAILY'],
    ['Bücher zurückgeben bis Dienstag Theo', 'Bücher zurückgeben | 2026-11-24 | Theo'],
    [
      'Hausaufgaben werktags um 17 Uhr Theo',
      'Hausaufgaben | 2026-11-19 17:00 | Theo | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    ],
  ])('%s', (line, expected) => {
    expect(understood(line, { anchored: false })).toBe(expected)
  })
})

describe('Einträge einer Liste', () => {
  test.each([
    ['Milch, 2 Brot', 'Milch | 2 × Brot'],
    ['2 Milch, 500 g Mehl, Eier', '2 × Milch | 500 g × Mehl | Eier'],
    ['3x Eier; 1,5 l Saft', '3 × Eier | 1,5 l × Saft'],
    ['2 Flaschen Wasser, 1 Bund Petersilie', '2 Flaschen × Wasser | 1 Bund × Petersilie'],
    ['1 Dose Tomaten, 2 Gläser Gurken', '1 Dose × Tomaten | 2 Gläser × Gurken'],
    ['9 Uhr Anruf', '9 Uhr Anruf'],
  ])('%s', (line, expected) => {
    expect(itemsIn(grammar, line)).toBe(expected)
  })

  test.each([
    ['Briefmarken kaufen Fr Ida', 'Briefmarken kaufen | 2026-11-20 | Ida'],
    ['Milch auf Einkauf', 'Milch | Einkauf'],
    ['Milch auf die Liste Einkauf', 'Milch | Einkauf'],
  ])('%s', (line, expected) => {
    expect(understood(line)).toBe(expected)
  })
})
