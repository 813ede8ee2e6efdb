import { describe, expect, test } from 'vitest'
import pl from './grammar/pl.json'
import type { Grammar } from './grammar'
import type { Context } from './types'
import { itemsIn, named, understanding } from './phrases.testing'

const grammar = pl as Grammar

/** A Thursday, 14:00. One name is also a month. */
const context: Context = {
  today: '2026-11-19',
  minutes: 840,
  people: named('Ida', 'Leon', 'Zosia', 'Tomek', 'Maja', '🦊'),
  places: named('Rodzina', 'Praca', 'Zakupy'),
  dayFirst: true,
  anchored: true,
}

const understood = understanding(grammar, context)

describe('an event', () => {
  test.each([
    ['Dentysta czw 15:00 Ida', 'Dentysta | 2026-11-19 15:00 | Ida'],
    ['Dentysta czw 13:00 Ida', 'Dentysta | 2026-11-26 13:00 | Ida'],
    ['Dentysta w czwartek', 'Dentysta | 2026-11-19'],
    ['Dentysta', 'Dentysta'],
    ['Dentysta jutro', 'Dentysta | 2026-11-20'],
    ['Obiad niedziela 13', 'Obiad | 2026-11-22 13:00'],
    ['Pianino poniedziałek i środa 16:00-17:00', 'Pianino | 2026-11-23 +2026-11-25 16:00 +60'],
    ['Pianino w poniedziałek i w środę 16:00', 'Pianino | 2026-11-23 +2026-11-25 16:00'],
    ['Basen co sobotę do marca', 'Basen | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA;UNTIL=20270331'],
    ['Urodziny 30 stycznia', 'Urodziny | 2027-01-30 | FREQ=YEARLY'],
    ['18. urodziny 5 grudnia', '18. urodziny | 2026-12-05'],
    ['Zebranie w szkole we wtorek 19:00', 'Zebranie | 2026-11-24 19:00 | @ w szkole'],
    ['Spotkanie przy kościele piątek 15:00', 'Spotkanie | 2026-11-20 15:00 | @ przy kościele'],
    ['Wyjazd na narty w sobotę', 'Wyjazd na narty | 2026-11-21'],
    ['Śmieci co pełnię', 'Śmieci co pełnię | repeat? co pełnię'],
    ['Dentysta jutro o 15:30', 'Dentysta | 2026-11-20 15:30'],
    ['Dentysta jutro o 15', 'Dentysta | 2026-11-20 15:00'],
    ['Dentysta jutro o 3', 'Dentysta | 2026-11-20 15:00'],
    ['Dentysta jutro 3', 'Dentysta | 2026-11-20 15:00'],
    ['Dentysta dziś o 18.30', 'Dentysta | 2026-11-19 18:30'],
    ['Dentysta dzisiaj godz. 17', 'Dentysta | 2026-11-19 17:00'],
    ['Dentysta jutro o godzinie 8:15', 'Dentysta | 2026-11-20 08:15'],
    ['dentysta 15:30', 'dentysta | 2026-11-19 15:30'],
    ['Dentysta w piątek o wpół do czwartej', 'Dentysta | 2026-11-20 15:30'],
    ['Dentysta jutro kwadrans po dziewiątej', 'Dentysta | 2026-11-20 09:15'],
    ['Dentysta jutro za kwadrans ósma', 'Dentysta | 2026-11-20 07:45'],
    ['Dentysta jutro o dziesiątej', 'Dentysta | 2026-11-20 10:00'],
    ['Dentysta jutro o ósmej wieczorem', 'Dentysta | 2026-11-20 20:00'],
    ['Dentysta jutro dziesięć po ósmej rano', 'Dentysta | 2026-11-20 08:10'],
    ['Pobudka jutro o 6 rano', 'Pobudka | 2026-11-20 06:00'],
    ['Mecz sob 10:00-11:30', 'Mecz | 2026-11-21 10:00 +90'],
    ['Mecz w sobotę od 9 do 11', 'Mecz | 2026-11-21 09:00 +120'],
    ['Mecz w sobotę 16:00 do 17:30', 'Mecz | 2026-11-21 16:00 +90'],
    ['Mecz w poniedziałek w godz. 9-17', 'Mecz | 2026-11-23 09:00 +480'],
    ['Film w piątek o 20 przez 2 godziny', 'Film | 2026-11-20 20:00 +120'],
    ['Film pt 20:00 90 min', 'Film | 2026-11-20 20:00 +90'],
    ['Film pt 20:00 1h30', 'Film | 2026-11-20 20:00 +90'],
    ['Film pt 20:00 półtorej godziny', 'Film | 2026-11-20 20:00 +90'],
    ['Film pt 20:00 na pół godziny', 'Film | 2026-11-20 20:00 +30'],
    ['Film pt 20:00 na godzinę', 'Film | 2026-11-20 20:00 +60'],
    ['Film dziś wieczorem', 'Film | 2026-11-19 19:00'],
    ['Film dziś wieczorem o 8', 'Film | 2026-11-19 20:00'],
    ['Śniadanie jutro rano', 'Śniadanie | 2026-11-20 09:00'],
    ['Kawa w piątek po południu', 'Kawa | 2026-11-20 15:00'],
    ['Kawa w piątek o 4 po południu', 'Kawa | 2026-11-20 16:00'],
    ['Kawa piątek rano', 'Kawa | 2026-11-20 09:00'],
    ['Obiad jutro w południe', 'Obiad | 2026-11-20 12:00'],
    ['Zabawa w następny piątek', 'Zabawa | 2026-11-27'],
    ['Zabawa w przyszły piątek o 19', 'Zabawa | 2026-11-27 19:00'],
    ['Zabawa w ten piątek', 'Zabawa | 2026-11-20'],
    ['Zabawa we wtorek', 'Zabawa | 2026-11-24'],
    ['Zabawa w niedzielę', 'Zabawa | 2026-11-22'],
    ['Zabawa w srode', 'Zabawa | 2026-11-25'],
    ['Zabawa za tydzień w piątek', 'Zabawa | 2026-11-27'],
    ['Zabawa pojutrze', 'Zabawa | 2026-11-21'],
    ['Zabawa za 3 dni', 'Zabawa | 2026-11-22'],
    ['Zabawa za tydzień', 'Zabawa | 2026-11-26'],
    ['Zabawa za dwa tygodnie', 'Zabawa | 2026-12-03'],
    ['Zabawa za miesiąc', 'Zabawa | 2026-12-19'],
    ['Zabawa za 2 godziny', 'Zabawa | 2026-11-19 16:00'],
    ['Zabawa za godzinę', 'Zabawa | 2026-11-19 15:00'],
    ['Zabawa w przyszłym tygodniu', 'Zabawa | 2026-11-26'],
    ['Zabawa 5 sierpnia', 'Zabawa | 2027-08-05'],
    ['Zabawa 5 sie', 'Zabawa | 2027-08-05'],
    ['Zabawa 5. sierpnia 2027', 'Zabawa | 2027-08-05'],
    ['Zabawa 5 sierpnia 2027 r.', 'Zabawa | 2027-08-05'],
    ['Zabawa w sobotę 5 grudnia o 16:00', 'Zabawa | 2026-12-05 16:00'],
    ['Zabawa 5.08', 'Zabawa | 2027-08-05'],
    ['Zabawa 5.08.2027 15:00', 'Zabawa | 2027-08-05 15:00'],
    ['Zabawa 24/12', 'Zabawa | 2026-12-24'],
    ['Zabawa 2026-12-24', 'Zabawa | 2026-12-24'],
    ['Zabawa 31 lutego', 'Zabawa 31 lutego | day? 31 lutego'],
    ['Zabawa 29 lutego', 'Zabawa | 2028-02-29'],
    ['Ferie 5-8 sierpnia', 'Ferie | 2027-08-05 ..2027-08-08'],
    ['Ferie od 5 do 8 sierpnia', 'Ferie | 2027-08-05 ..2027-08-08'],
    ['Ferie 28 grudnia - 3 stycznia', 'Ferie | 2026-12-28 ..2027-01-03'],
    ['Obóz od jutra', 'Obóz od jutra'],
    ['Obóz jutro na 3 dni', 'Obóz | 2026-11-20 ..2026-11-22'],
    ['Obóz od poniedziałku do piątku', 'Obóz | 2026-11-23 ..2026-11-27'],
    ['Targi 5 grudnia do 8 grudnia', 'Targi | 2026-12-05 ..2026-12-08'],
    ['Wigilia cały dzień 24 grudnia', 'Wigilia | 2026-12-24'],
    ['Basen co sobotę o 10', 'Basen | 2026-11-21 10:00 | FREQ=WEEKLY;BYDAY=SA'],
    ['Basen w każdą sobotę', 'Basen | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA'],
    ['Basen co drugą sobotę', 'Basen | 2026-11-21 | FREQ=WEEKLY;INTERVAL=2;BYDAY=SA'],
    ['Basen w poniedziałki', 'Basen | 2026-11-23 | FREQ=WEEKLY;BYDAY=MO'],
    ['Basen w poniedziałki i czwartki 17:00', 'Basen | 2026-11-19 17:00 | FREQ=WEEKLY;BYDAY=MO,TH'],
    ['Basen we wtorki, środy i piątki o 16', 'Basen | 2026-11-20 16:00 | FREQ=WEEKLY;BYDAY=TU,WE,FR'],
    ['Basen w dni robocze 7:30', 'Basen | 2026-11-20 07:30 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['Basen codziennie od poniedziałku do czwartku o 8', 'Basen | 2026-11-23 08:00 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH'],
    ['Basen codziennie', 'Basen | 2026-11-19 | FREQ=DAILY'],
    ['Tabletki co dzień o 8', 'Tabletki | 2026-11-20 08:00 | FREQ=DAILY'],
    ['Tabletki co wieczór', 'Tabletki | 2026-11-19 19:00 | FREQ=DAILY'],
    ['Tabletki co 3 dni', 'Tabletki | 2026-11-19 | FREQ=DAILY;INTERVAL=3'],
    ['Tabletki co drugi dzień', 'Tabletki | 2026-11-19 | FREQ=DAILY;INTERVAL=2'],
    ['Chór co 2 tygodnie we wtorek 19:30', 'Chór | 2026-11-24 19:30 | FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
    ['Chór co tydzień w czwartek', 'Chór | 2026-11-19 | FREQ=WEEKLY;BYDAY=TH'],
    ['Klub w pierwszy poniedziałek miesiąca o 20', 'Klub | 2026-12-07 20:00 | FREQ=MONTHLY;BYDAY=1MO'],
    ['Klub w ostatni piątek miesiąca', 'Klub | 2026-11-27 | FREQ=MONTHLY;BYDAY=-1FR'],
    ['Klub w każdą pierwszą sobotę', 'Klub | 2026-12-05 | FREQ=MONTHLY;BYDAY=1SA'],
    ['Czynsz co miesiąc 1.', 'Czynsz | 2026-12-01 | FREQ=MONTHLY'],
    ['Czynsz 10. każdego miesiąca', 'Czynsz | 2026-12-10 | FREQ=MONTHLY'],
    ['Podatki co roku 30 kwietnia', 'Podatki | 2027-04-30 | FREQ=YEARLY'],
    ['Basen co sobotę do 20 grudnia', 'Basen | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA;UNTIL=20261220'],
    ['Basen co sobotę 10 razy', 'Basen | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA;COUNT=10'],
    ['Kurs co wtorek o 18 przez 4 tygodnie', 'Kurs | 2026-11-24 18:00 | FREQ=WEEKLY;BYDAY=TU;UNTIL=20261221'],
    ['Joga w każdy weekend', 'Joga | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA,SU'],
    ['Joga w weekendy', 'Joga | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA,SU'],
    ['Ida dentysta jutro', 'Dentysta | 2026-11-20 | Ida'],
    ['Ida i Leon do babci w sobotę', 'Do babci | 2026-11-21 | Ida,Leon'],
    ['Ida, Leon: basen pon 16:00', 'Basen | 2026-11-23 16:00 | Ida,Leon'],
    ['Dentysta dla Idy w piątek', 'Dentysta | 2026-11-20 | Ida'],
    ['Dentysta dla Leona pt', 'Dentysta | 2026-11-20 | Leon'],
    ['Dentysta z Tomkiem w piątek o 14', 'Dentysta z Tomkiem | 2026-11-20 14:00 | Tomek'],
    ['Urodziny Zosi 12 marca', 'Urodziny Zosi | 2027-03-12 | Zosia | FREQ=YEARLY'],
    ['Odebrać Leona ze szkoły pt 15:00', 'Odebrać Leona ze szkoły | 2026-11-20 15:00 | Leon'],
    ['Dentysta 🦊 pt', 'Dentysta | 2026-11-20 | 🦊'],
    ['Dentysta Maja', 'Dentysta | Maja'],
    ['Dentysta 5 maja Maja', 'Dentysta | 2027-05-05 | Maja'],
    ['Zebranie pt 9:00 w kalendarzu Praca', 'Zebranie | 2026-11-20 09:00 | Praca'],
    ['Obiad w niedzielę', 'Obiad | 2026-11-22'],
    ['Niedziela obiad', 'Obiad | 2026-11-22'],
    ['Sala 204 o 10:30 pon', 'Sala 204 | 2026-11-23 10:30'],
    ['7 krasnoludków pt', '7 krasnoludków | 2026-11-20'],
    ['Dentysta, jutro, 15:00, Ida', 'Dentysta | 2026-11-20 15:00 | Ida'],
    ['Mama i tata', 'Mama i tata'],
  ])('%s', (line, expected) => {
    expect(understood(line)).toBe(expected)
  })
})

describe('a chore has no start: its rule names the day', () => {
  test.each([
    ['odkurzyć co sob Ida, Leon', 'odkurzyć | 2026-11-21 | Ida,Leon | FREQ=WEEKLY;BYDAY=SA'],
    ['Podlać kwiaty co 3 dni Zosia', 'Podlać kwiaty | 2026-11-19 | Zosia | FREQ=DAILY;INTERVAL=3'],
    ['Śmieci co wtorek i piątek o 19 Tomek', 'Śmieci | 2026-11-20 19:00 | Tomek | FREQ=WEEKLY;BYDAY=TU,FR'],
    ['Filtr co miesiąc 15.', 'Filtr | 2026-12-15 | FREQ=MONTHLY;BYMONTHDAY=15'],
    ['Lekcje w dni szkolne o 17 Leon', 'Lekcje | 2026-11-19 17:00 | Leon | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['Nakarmić kota codziennie Ida', 'Nakarmić kota | 2026-11-19 | Ida | FREQ=DAILY'],
  ])('%s', (line, expected) => {
    expect(understood(line, { anchored: false })).toBe(expected)
  })
})

describe('items of a list', () => {
  test.each([
    ['mleko, 2 chleby', 'mleko | 2 × chleby'],
    ['2 mleka, 500 g mąki, jajka', '2 × mleka | 500 g × mąki | jajka'],
    ['1,5 l soku; 3x jogurt', '1,5 l × soku | 3 × jogurt'],
    ['2 butelki wody, pęczek koperku', '2 butelki × wody | pęczek koperku'],
  ])('%s', (line, expected) => {
    expect(itemsIn(grammar, line)).toBe(expected)
  })

  test('goes to a list', () => {
    expect(understood('Mleko na Zakupy')).toBe('Mleko | Zakupy')
  })
})
