import { describe, expect, test } from 'vitest'
import { loadGrammar } from './grammar'
import { named, understanding } from './phrases.testing'
import type { Context } from './types'

/** A Thursday, 14:00. */
const context: Context = {
  today: '2026-11-19',
  minutes: 840,
  people: named('Ida', 'Theo', 'Mara'),
  places: named('Familie'),
  holidays: [
    { name: 'Christmas Eve', date: '2026-12-24' },
    { name: 'Halloween', date: '2027-10-31' },
    { name: 'Good Friday', date: '2027-03-26' },
    { name: 'Karfreitag', date: '2027-03-26' },
    { name: 'Heiliger Abend', date: '2026-12-24' },
    { name: 'Heiligabend', date: '2026-12-24' },
    { name: 'Noël', date: '2026-12-25' },
    { name: "Jour de l'an", date: '2027-01-01' },
    { name: 'Lundi de Pâques', date: '2027-03-29' },
    { name: 'Natale', date: '2026-12-25' },
    { name: 'Epifania del Signore', date: '2027-01-06' },
    { name: 'Natividad del Señor', date: '2026-12-25' },
    { name: 'Año Nuevo', date: '2027-01-01' },
    { name: 'Eerste kerstdag', date: '2026-12-25' },
    { name: 'Koningsdag', date: '2027-04-27' },
    { name: 'Boże Narodzenie', date: '2026-12-25' },
    { name: 'Nowy Rok', date: '2027-01-01' },
  ],
  dayFirst: true,
  anchored: true,
}

/** The same in each language, and what is understood. */
const PHRASES: Record<string, Record<string, [string, string]>> = {
  'two days with a range of hours': {
    en: ['Piano Mon and Wed 4-5pm', 'Piano | 2026-11-23 +2026-11-25 16:00 +60'],
    de: ['Klavier Mo und Mi 16-17 Uhr', 'Klavier | 2026-11-23 +2026-11-25 16:00 +60'],
    fr: ['Piano lun et mer 16h-17h', 'Piano | 2026-11-23 +2026-11-25 16:00 +60'],
    it: ['Piano lun e mer dalle 16 alle 17', 'Piano | 2026-11-23 +2026-11-25 16:00 +60'],
    es: ['Piano lun y mié de 16 a 17', 'Piano | 2026-11-23 +2026-11-25 16:00 +60'],
    nl: ['Piano ma en wo 16-17 uur', 'Piano | 2026-11-23 +2026-11-25 16:00 +60'],
    pl: ['Pianino pon i śr od 16 do 17', 'Pianino | 2026-11-23 +2026-11-25 16:00 +60'],
  },
  'an hour alone after the day': {
    en: ['Dinner Sunday 6', 'Dinner | 2026-11-22 18:00'],
    de: ['Essen Sonntag 6', 'Essen | 2026-11-22 18:00'],
    // The number after a weekday is a date in French and Italian where it is one, as it is written there: the 6th of
    // December is a Sunday, so that "dimanche 6" is that day. The 18th is not.
    fr: ['Dîner dimanche 18', 'Dîner | 2026-11-22 18:00'],
    it: ['Cena domenica 18', 'Cena | 2026-11-22 18:00'],
    es: ['Cena domingo 6', 'Cena | 2026-11-22 18:00'],
    nl: ['Eten zondag 6', 'Eten | 2026-11-22 18:00'],
    pl: ['Obiad niedziela 6', 'Obiad | 2026-11-22 18:00'],
  },
  'two hours alone after two days': {
    en: ['Piano Mon and Wed 4-5', 'Piano | 2026-11-23 +2026-11-25 16:00 +60'],
    de: ['Klavier Mo und Mi 16-17', 'Klavier | 2026-11-23 +2026-11-25 16:00 +60'],
    fr: ['Piano lun et mer 16-17', 'Piano | 2026-11-23 +2026-11-25 16:00 +60'],
    it: ['Piano lun e mer 16-17', 'Piano | 2026-11-23 +2026-11-25 16:00 +60'],
    es: ['Piano lun y mié 16-17', 'Piano | 2026-11-23 +2026-11-25 16:00 +60'],
    nl: ['Piano ma en wo 16-17', 'Piano | 2026-11-23 +2026-11-25 16:00 +60'],
    pl: ['Pianino pon i śr 16-17', 'Pianino | 2026-11-23 +2026-11-25 16:00 +60'],
  },
  'two hours alone after a day, and a person': {
    en: ['Piano Monday 9-12 Ida', 'Piano | 2026-11-23 09:00 +180 | Ida'],
    de: ['Klavier Montag 9-12 Ida', 'Klavier | 2026-11-23 09:00 +180 | Ida'],
    fr: ['Piano lundi 9-12 Ida', 'Piano | 2026-11-23 09:00 +180 | Ida'],
    it: ['Piano lunedì 9-12 Ida', 'Piano | 2026-11-23 09:00 +180 | Ida'],
    es: ['Piano lunes 9-12 Ida', 'Piano | 2026-11-23 09:00 +180 | Ida'],
    nl: ['Piano maandag 9-12 Ida', 'Piano | 2026-11-23 09:00 +180 | Ida'],
    pl: ['Pianino poniedziałek 9-12 Ida', 'Pianino | 2026-11-23 09:00 +180 | Ida'],
  },
  'until a month': {
    en: ['Swimming every Sat until March', 'Swimming | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA;UNTIL=20270331'],
    de: ['Schwimmen jeden Sa bis März', 'Schwimmen | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA;UNTIL=20270331'],
    fr: ["Natation chaque samedi jusqu'en mars", 'Natation | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA;UNTIL=20270331'],
    it: ['Nuoto ogni sabato fino a marzo', 'Nuoto | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA;UNTIL=20270331'],
    es: ['Natación cada sábado hasta marzo', 'Natación | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA;UNTIL=20270331'],
    nl: ['Zwemmen elke zaterdag tot maart', 'Zwemmen | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA;UNTIL=20270331'],
    pl: ['Basen co sobotę do marca', 'Basen | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA;UNTIL=20270331'],
  },
  'a holiday at the end': {
    en: ['Dinner Christmas Eve', 'Dinner | 2026-12-24'],
    de: ['Essen an Heiligabend', 'Essen | 2026-12-24'],
    fr: ['Repas à Noël', 'Repas | 2026-12-25'],
    it: ['Pranzo a Natale', 'Pranzo | 2026-12-25'],
    es: ['Cena en Año Nuevo', 'Cena | 2027-01-01'],
    nl: ['Eten op Eerste kerstdag', 'Eten | 2026-12-25'],
    pl: ['Obiad w Boże Narodzenie', 'Obiad | 2026-12-25'],
  },
  'a holiday with a time and people': {
    en: ['Dinner on Christmas Eve 6pm Ida', 'Dinner | 2026-12-24 18:00 | Ida'],
    de: ['Wandern Karfreitag 9 Uhr Ida', 'Wandern | 2027-03-26 09:00 | Ida'],
    fr: ["Brunch jour de l'an 11h Ida", 'Brunch | 2027-01-01 11:00 | Ida'],
    it: ['Cena Epifania del Signore alle 19 Ida', 'Cena | 2027-01-06 19:00 | Ida'],
    es: ['Comida Natividad del Señor a las 14 Ida', 'Comida | 2026-12-25 14:00 | Ida'],
    nl: ['Markt Koningsdag 10 uur Ida', 'Markt | 2027-04-27 10:00 | Ida'],
    pl: ['Spacer Nowy Rok 12:00 Ida', 'Spacer | 2027-01-01 12:00 | Ida'],
  },
  'a holiday in English': {
    en: ['Halloween party 5pm', 'Halloween party | 2027-10-31 17:00'],
    de: ['Kino Halloween 18 Uhr', 'Kino | 2027-10-31 18:00'],
    fr: ['Ciné Halloween 18h', 'Ciné | 2027-10-31 18:00'],
    it: ['Cinema Halloween alle 18', 'Cinema | 2027-10-31 18:00'],
    es: ['Cine Halloween a las 18', 'Cine | 2027-10-31 18:00'],
    nl: ['Bios Halloween 18 uur', 'Bios | 2027-10-31 18:00'],
    pl: ['Kino Halloween 18:00', 'Kino | 2027-10-31 18:00'],
  },
  'until a holiday': {
    en: ['Choir every Tue until Christmas Eve', 'Choir | 2026-11-24 | FREQ=WEEKLY;BYDAY=TU;UNTIL=20261224'],
    de: ['Chor jeden Di bis Karfreitag', 'Chor | 2026-11-24 | FREQ=WEEKLY;BYDAY=TU;UNTIL=20270326'],
    fr: ["Chorale chaque mardi jusqu'à Noël", 'Chorale | 2026-11-24 | FREQ=WEEKLY;BYDAY=TU;UNTIL=20261225'],
    it: ['Coro ogni martedì fino a Natale', 'Coro | 2026-11-24 | FREQ=WEEKLY;BYDAY=TU;UNTIL=20261225'],
    es: ['Coro cada martes hasta Año Nuevo', 'Coro | 2026-11-24 | FREQ=WEEKLY;BYDAY=TU;UNTIL=20270101'],
    nl: ['Koor elke dinsdag tot Eerste kerstdag', 'Koor | 2026-11-24 | FREQ=WEEKLY;BYDAY=TU;UNTIL=20261225'],
    pl: ['Chór co wtorek do Boże Narodzenie', 'Chór | 2026-11-24 | FREQ=WEEKLY;BYDAY=TU;UNTIL=20261225'],
  },
  'a birthday, every year': {
    en: ['Birthday Jan 30', 'Birthday | 2027-01-30 | FREQ=YEARLY'],
    de: ['Geburtstag 30. Jan', 'Geburtstag | 2027-01-30 | FREQ=YEARLY'],
    fr: ['Anniversaire 30 janv', 'Anniversaire | 2027-01-30 | FREQ=YEARLY'],
    it: ['Compleanno 30 gennaio', 'Compleanno | 2027-01-30 | FREQ=YEARLY'],
    es: ['Cumpleaños 30 de enero', 'Cumpleaños | 2027-01-30 | FREQ=YEARLY'],
    nl: ['Verjaardag 30 jan', 'Verjaardag | 2027-01-30 | FREQ=YEARLY'],
    pl: ['Urodziny 30 stycznia', 'Urodziny | 2027-01-30 | FREQ=YEARLY'],
  },
  'a place': {
    en: ['Meet grandma at the station Fri 3pm', 'Meet grandma | 2026-11-20 15:00 | @ station'],
    de: ['Oma treffen am Bahnhof Fr 15 Uhr', 'Oma treffen | 2026-11-20 15:00 | @ Bahnhof'],
    fr: ['Mamie à la gare vendredi 15h', 'Mamie | 2026-11-20 15:00 | @ gare'],
    it: ['Nonna alla stazione venerdì alle 15', 'Nonna | 2026-11-20 15:00 | @ stazione'],
    es: ['Abuela en la estación viernes a las 15', 'Abuela | 2026-11-20 15:00 | @ estación'],
    nl: ['Oma op het station vrijdag 15 uur', 'Oma | 2026-11-20 15:00 | @ station'],
    pl: ['Babcia na dworcu piątek 15:00', 'Babcia | 2026-11-20 15:00 | @ na dworcu'],
  },
  'in two weeks': {
    en: ['Dentist in two weeks', 'Dentist | 2026-12-03'],
    de: ['Zahnarzt in zwei Wochen', 'Zahnarzt | 2026-12-03'],
    fr: ['Dentiste dans deux semaines', 'Dentiste | 2026-12-03'],
    it: ['Dentista tra due settimane', 'Dentista | 2026-12-03'],
    es: ['Dentista en dos semanas', 'Dentista | 2026-12-03'],
    nl: ['Tandarts over twee weken', 'Tandarts | 2026-12-03'],
    pl: ['Dentysta za dwa tygodnie', 'Dentysta | 2026-12-03'],
  },
  'every other Friday': {
    en: ['Choir every other Friday', 'Choir | 2026-11-20 | FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'],
    de: ['Chor jeden zweiten Freitag', 'Chor | 2026-11-20 | FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'],
    fr: ['Chorale un vendredi sur deux', 'Chorale | 2026-11-20 | FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'],
    it: ['Coro un venerdì sì e uno no', 'Coro | 2026-11-20 | FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'],
    es: ['Coro un viernes sí y otro no', 'Coro | 2026-11-20 | FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'],
    nl: ['Koor om de vrijdag', 'Koor | 2026-11-20 | FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'],
    pl: ['Chór co drugi piątek', 'Chór | 2026-11-20 | FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'],
  },
  'for two hours': {
    en: ['Film Fri 8pm for 2 hours', 'Film | 2026-11-20 20:00 +120'],
    de: ['Film Fr 20 Uhr für 2 Stunden', 'Film | 2026-11-20 20:00 +120'],
    fr: ['Film vendredi 20h pendant 2 heures', 'Film | 2026-11-20 20:00 +120'],
    it: ['Film venerdì alle 20 per 2 ore', 'Film | 2026-11-20 20:00 +120'],
    es: ['Cine viernes a las 20 durante 2 horas', 'Cine | 2026-11-20 20:00 +120'],
    nl: ['Film vrijdag 20 uur gedurende 2 uur', 'Film | 2026-11-20 20:00 +120'],
    pl: ['Film piątek 20:00 przez 2 godziny', 'Film | 2026-11-20 20:00 +120'],
  },
  'several people': {
    en: ['Swimming Sat 10am Ida and Theo', 'Swimming | 2026-11-21 10:00 | Ida,Theo'],
    de: ['Schwimmen Sa 10 Uhr Ida und Theo', 'Schwimmen | 2026-11-21 10:00 | Ida,Theo'],
    fr: ['Natation samedi 10h Ida et Theo', 'Natation | 2026-11-21 10:00 | Ida,Theo'],
    it: ['Nuoto sabato alle 10 Ida e Theo', 'Nuoto | 2026-11-21 10:00 | Ida,Theo'],
    es: ['Natación sábado a las 10 Ida y Theo', 'Natación | 2026-11-21 10:00 | Ida,Theo'],
    nl: ['Zwemmen zaterdag 10 uur Ida en Theo', 'Zwemmen | 2026-11-21 10:00 | Ida,Theo'],
    pl: ['Basen sobota 10:00 Ida i Theo', 'Basen | 2026-11-21 10:00 | Ida,Theo'],
  },
  'what is not understood': {
    en: ['Bins every full moon', 'Bins every full moon | repeat? every full moon'],
    de: ['Müll jeden Vollmond', 'Müll jeden Vollmond | repeat? jeden Vollmond'],
    fr: ['Poubelles chaque lune bleue', 'Poubelles chaque lune bleue | repeat? chaque lune'],
    it: ['Rifiuti ogni luna piena', 'Rifiuti ogni luna piena | repeat? ogni luna piena'],
    es: ['Basura cada luna llena', 'Basura cada luna llena | repeat? cada luna llena'],
    nl: ['Vuilnis elke volle maan', 'Vuilnis elke volle maan | repeat? elke volle maan'],
    pl: ['Śmieci każdą pełnię', 'Śmieci każdą pełnię | repeat? każdą pełnię'],
  },
  'a time that is none': {
    en: ['Dentist Fri 25:30', 'Dentist 25:30 | 2026-11-20 | time? 25:30'],
    de: ['Zahnarzt Fr 25:30', 'Zahnarzt 25:30 | 2026-11-20 | time? 25:30'],
    fr: ['Dentiste vendredi 25:30', 'Dentiste 25:30 | 2026-11-20 | time? 25:30'],
    it: ['Dentista venerdì 25:30', 'Dentista 25:30 | 2026-11-20 | time? 25:30'],
    es: ['Dentista viernes 25:30', 'Dentista 25:30 | 2026-11-20 | time? 25:30'],
    nl: ['Tandarts vrijdag 25:30', 'Tandarts 25:30 | 2026-11-20 | time? 25:30'],
    pl: ['Dentysta piątek 25:30', 'Dentysta 25:30 | 2026-11-20 | time? 25:30'],
  },
  'a second day': {
    en: ['Dentist tomorrow or Friday', 'Dentist or Friday | 2026-11-20 | day? Friday'],
    de: ['Zahnarzt morgen oder Freitag', 'Zahnarzt oder Freitag | 2026-11-20 | day? Freitag'],
    fr: ['Dentiste demain ou vendredi', 'Dentiste ou vendredi | 2026-11-20 | day? vendredi'],
    it: ['Dentista domani o venerdì', 'Dentista o venerdì | 2026-11-20 | day? venerdì'],
    es: ['Dentista mañana o viernes', 'Dentista o viernes | 2026-11-20 | day? viernes'],
    nl: ['Tandarts morgen of vrijdag', 'Tandarts of vrijdag | 2026-11-20 | day? vrijdag'],
    pl: ['Dentysta jutro albo piątek', 'Dentysta albo piątek | 2026-11-20 | day? piątek'],
  },
}

for (const [what, lines] of Object.entries(PHRASES))
  describe(what, () => {
    test.each(Object.entries(lines))('%s', async (language, [line, expected]) => {
      expect(understanding(await loadGrammar(language), context)(line)).toBe(expected)
    })
  })

test('what is not understood is no part of a place', async () => {
  const understood = understanding(await loadGrammar('en'), context)
  expect(understood('Piano at the school every full moon')).toBe(
    'Piano every full moon | @ school | repeat? every full moon',
  )
})

describe('a holiday', () => {
  test.each([
    ['begins a title that keeps it', 'Christmas Eve dinner', 'Christmas Eve dinner | 2026-12-24'],
    ['alone is the title', 'Christmas Eve 6pm', 'Christmas Eve | 2026-12-24 18:00'],
    ['is a word of the title in the middle', 'Buy a Halloween costume', 'Buy a Halloween costume'],
    ['gives way to a day that was typed', 'Halloween party Oct 30', 'Halloween party | 2027-10-30'],
    ['has a weekday in its name', 'Church Good Friday 10am', 'Church | 2027-03-26 10:00'],
    ['has an hour alone after it', 'Dinner Christmas Eve 6', 'Dinner | 2026-12-24 18:00'],
    ['of another region is a word', 'Pie Thanksgiving', 'Pie Thanksgiving'],
    ['is a whole word', 'Halloweenies', 'Halloweenies'],
  ])('%s', async (_, line, expected) => {
    expect(understanding(await loadGrammar('en'), context)(line)).toBe(expected)
  })
})
