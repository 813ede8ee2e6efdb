import { describe, expect, test } from 'vitest'
import it from './grammar/it.json'
import type { Grammar } from './grammar'
import type { Context } from './types'
import { itemsIn, named, understanding } from './phrases.testing'

const grammar = it as Grammar

/** A Thursday, 14:00. */
const context: Context = {
  today: '2026-11-19',
  minutes: 840,
  people: named('Giulia', 'Luca', 'Marta', 'Paolo', 'Anna', 'Marco', 'Anna Rosa Bianchi'),
  places: named('Famiglia', 'Lavoro', 'Spesa'),
  dayFirst: true,
  anchored: true,
}

const understood = understanding(grammar, context)

describe('an event in Italian', () => {
  test.each([
    ['Dentista gio alle 15 Giulia', 'Dentista | 2026-11-19 15:00 | Giulia'],
    ['Dentista giovedì alle 13 Giulia', 'Dentista | 2026-11-26 13:00 | Giulia'],
    ['Dentista', 'Dentista'],
    ['Dentista domani', 'Dentista | 2026-11-20'],
    ['Dentista domani alle 15:30', 'Dentista | 2026-11-20 15:30'],
    ['Dentista domani alle 15.30', 'Dentista | 2026-11-20 15:30'],
    ['Dentista domani 15:30', 'Dentista | 2026-11-20 15:30'],
    ['Dentista domani alle ore 9', 'Dentista | 2026-11-20 09:00'],
    ['Dentista domani ore 9', 'Dentista | 2026-11-20 09:00'],
    ['Dentista domani alle 3', 'Dentista | 2026-11-20 15:00'],
    ['Dentista domani alle tre', 'Dentista | 2026-11-20 15:00'],
    ["Dentista domani all'una", 'Dentista | 2026-11-20 13:00'],
    ['Dentista alle 8 di sera', 'Dentista | 2026-11-19 20:00'],
    ['Dentista venerdì alle 9 del mattino', 'Dentista | 2026-11-20 09:00'],
    ['Dentista venerdì alle 3 del pomeriggio', 'Dentista | 2026-11-20 15:00'],
    ['Dentista venerdì alle 3 e mezza', 'Dentista | 2026-11-20 15:30'],
    ['Dentista venerdì alle 4 meno un quarto', 'Dentista | 2026-11-20 15:45'],
    ['Dentista venerdì alle nove e un quarto', 'Dentista | 2026-11-20 09:15'],
    ['Dentista domani alle 9 meno 10', 'Dentista | 2026-11-20 08:50'],
    ['Dentista domani alle otto e dieci', 'Dentista | 2026-11-20 08:10'],
    ['Dentista domani mattina', 'Dentista | 2026-11-20 09:00'],
    ['Dentista domattina alle 8', 'Dentista | 2026-11-20 08:00'],
    ['Dentista domani sera alle 8', 'Dentista | 2026-11-20 20:00'],
    ['Dentista lunedì pomeriggio', 'Dentista | 2026-11-23 15:00'],
    ['Dentista lunedi 9:00', 'Dentista | 2026-11-23 09:00'],
    ['Dentista mer. alle 9', 'Dentista | 2026-11-25 09:00'],
    ['Calcio sabato 10:00-11:30', 'Calcio | 2026-11-21 10:00 +90'],
    ['Calcio sabato 10-11:30', 'Calcio | 2026-11-21 10:00 +90'],
    ['Calcio sabato dalle 9 alle 11', 'Calcio | 2026-11-21 09:00 +120'],
    ['Calcio sabato dalle nove alle undici', 'Calcio | 2026-11-21 09:00 +120'],
    ['Calcio sabato tra le 14 e le 15:30', 'Calcio | 2026-11-21 14:00 +90'],
    ['Calcio sabato dalle 10 a mezzogiorno', 'Calcio | 2026-11-21 10:00 +120'],
    ['Festa sabato dalle 20 a mezzanotte', 'Festa | 2026-11-21 20:00 +240'],
    ['Film venerdì alle 20 per 2 ore', 'Film | 2026-11-20 20:00 +120'],
    ['Film venerdì alle 20 1h30', 'Film | 2026-11-20 20:00 +90'],
    ['Film venerdì alle 20 90 minuti', 'Film | 2026-11-20 20:00 +90'],
    ["Film venerdì alle 20 per un'ora e mezza", 'Film | 2026-11-20 20:00 +90'],
    ["Film venerdì alle 20 mezz'ora", 'Film | 2026-11-20 20:00 +30'],
    ['Riunione di 2 ore venerdì alle 9', 'Riunione | 2026-11-20 09:00 +120'],
    ['Film stasera', 'Film | 2026-11-19 19:00'],
    ['Film stasera alle 8', 'Film | 2026-11-19 20:00'],
    ['Merenda questo pomeriggio', 'Merenda | 2026-11-19 15:00'],
    ['Merenda oggi pomeriggio', 'Merenda | 2026-11-19 15:00'],
    ['Pranzo domani a mezzogiorno', 'Pranzo | 2026-11-20 12:00'],
    ['Festa venerdì prossimo', 'Festa | 2026-11-27'],
    ['Festa il prossimo venerdì alle 19', 'Festa | 2026-11-27 19:00'],
    ['Festa questo venerdì', 'Festa | 2026-11-20'],
    ['Festa martedì della prossima settimana', 'Festa | 2026-11-24'],
    ['Festa dopodomani', 'Festa | 2026-11-21'],
    ['Festa tra 3 giorni', 'Festa | 2026-11-22'],
    ['Festa fra una settimana', 'Festa | 2026-11-26'],
    ['Festa tra due ore', 'Festa | 2026-11-19 16:00'],
    ["Festa tra un'ora", 'Festa | 2026-11-19 15:00'],
    ['Festa tra quindici giorni', 'Festa | 2026-12-03'],
    ['Festa la settimana prossima', 'Festa | 2026-11-26'],
    ['Festa il mese prossimo', 'Festa | 2026-12-19'],
    ['Festa 5 agosto', 'Festa | 2027-08-05'],
    ['Festa il 1° dicembre', 'Festa | 2026-12-01'],
    ['Festa il primo maggio', 'Festa | 2027-05-01'],
    ["Festa l'8 dicembre", 'Festa | 2026-12-08'],
    ['Festa venerdì 5 febbraio 2027', 'Festa | 2027-02-05'],
    ['Festa 5 ago 2027 alle 15', 'Festa | 2027-08-05 15:00'],
    ['Festa 24/12', 'Festa | 2026-12-24'],
    ['Festa 3/4/2025', 'Festa | 2025-04-03'],
    ['Festa 5.8.', 'Festa | 2027-08-05'],
    ['Festa 2026-12-24', 'Festa | 2026-12-24'],
    ['Festa il 5', 'Festa | 2026-12-05'],
    ['Festa il 25 alle 16', 'Festa | 2026-11-25 16:00'],
    ['Festa sabato 5', 'Festa | 2026-12-05'],
    ['Festa 31 febbraio', 'Festa 31 febbraio'],
    ['Festa questo weekend', 'Festa | 2026-11-21'],
    ["Vacanze dal 5 all'8 agosto", 'Vacanze | 2027-08-05 ..2027-08-08'],
    ['Vacanze 28 dic al 3 gen', 'Vacanze | 2026-12-28 ..2027-01-03'],
    ['Campo domani per 3 giorni', 'Campo | 2026-11-20 ..2026-11-22'],
    ['Campo da lunedì a venerdì', 'Campo | 2026-11-23 ..2026-11-27'],
    ['Campo lunedì fino a venerdì', 'Campo | 2026-11-23 ..2026-11-27'],
    ['Scuola dal lunedì al venerdì alle 8:30', 'Scuola | 2026-11-20 08:30 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['Nuoto ogni sabato alle 10', 'Nuoto | 2026-11-21 10:00 | FREQ=WEEKLY;BYDAY=SA'],
    ['Nuoto tutti i sabati', 'Nuoto | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA'],
    ['Nuoto tutte le domeniche', 'Nuoto | 2026-11-22 | FREQ=WEEKLY;BYDAY=SU'],
    ['Nuoto un sabato sì e uno no', 'Nuoto | 2026-11-21 | FREQ=WEEKLY;INTERVAL=2;BYDAY=SA'],
    ['Nuoto ogni due sabati', 'Nuoto | 2026-11-21 | FREQ=WEEKLY;INTERVAL=2;BYDAY=SA'],
    ['Nuoto a settimane alterne di martedì', 'Nuoto | 2026-11-24 | FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
    ['Nuoto ogni lunedì e mercoledì alle 16', 'Nuoto | 2026-11-23 16:00 | FREQ=WEEKLY;BYDAY=MO,WE'],
    ['Bus ogni giorno di scuola alle 7:30', 'Bus | 2026-11-20 07:30 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['Bus nei giorni feriali 7:30', 'Bus | 2026-11-20 07:30 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['Yoga ogni fine settimana', 'Yoga | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA,SU'],
    ['Medicina ogni giorno alle 8', 'Medicina | 2026-11-20 08:00 | FREQ=DAILY'],
    ['Medicina tutti i giorni', 'Medicina | 2026-11-19 | FREQ=DAILY'],
    ['Medicina ogni mattina', 'Medicina | 2026-11-20 09:00 | FREQ=DAILY'],
    ['Medicina ogni 3 giorni', 'Medicina | 2026-11-19 | FREQ=DAILY;INTERVAL=3'],
    ['Coro ogni due settimane il martedì 19:30', 'Coro | 2026-11-24 19:30 | FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
    ['Club del libro ogni primo lunedì alle 20', 'Club del libro | 2026-12-07 20:00 | FREQ=MONTHLY;BYDAY=1MO'],
    ["Club del libro l'ultimo venerdì del mese", 'Club del libro | 2026-11-27 | FREQ=MONTHLY;BYDAY=-1FR'],
    ['Affitto ogni mese il 1°', 'Affitto | 2026-12-01 | FREQ=MONTHLY'],
    ['Affitto il 5 di ogni mese', 'Affitto | 2026-12-05 | FREQ=MONTHLY'],
    ['Tasse ogni 31 maggio', 'Tasse | 2027-05-31 | FREQ=YEARLY'],
    ['Compleanno di Paolo ogni anno il 12 marzo', 'Compleanno di Paolo | 2027-03-12 | Paolo | FREQ=YEARLY'],
    ['Nuoto ogni sabato fino al 20 dicembre', 'Nuoto | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA;UNTIL=20261220'],
    ['Nuoto ogni sabato 10 volte', 'Nuoto | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA;COUNT=10'],
    [
      'Corso ogni martedì dalle 18 alle 19:30 Giulia, Luca',
      'Corso | 2026-11-24 18:00 +90 | Giulia,Luca | FREQ=WEEKLY;BYDAY=TU',
    ],
    ['Giulia dentista domani', 'Dentista | 2026-11-20 | Giulia'],
    ['Giulia e Luca dalla nonna sabato', 'Dalla nonna | 2026-11-21 | Giulia,Luca'],
    ['Dentista per Giulia venerdì', 'Dentista | 2026-11-20 | Giulia'],
    ['Dentista con Giulia venerdì alle 14', 'Dentista con Giulia | 2026-11-20 14:00 | Giulia'],
    ['Compleanno di Anna il 12 marzo', 'Compleanno di Anna | 2027-03-12 | Anna'],
    ['Prendere Giulia a scuola venerdì 16:30', 'Prendere Giulia a scuola | 2026-11-20 16:30 | Giulia'],
    ['Chiamare Paolo domani', 'Chiamare Paolo | 2026-11-20 | Paolo'],
    ['Dentista Anna Rosa Bianchi venerdì', 'Dentista | 2026-11-20 | Anna Rosa Bianchi'],
    ['Riunione venerdì alle 9 in Lavoro', 'Riunione | 2026-11-20 09:00 | Lavoro'],
    ['Riunione venerdì alle 9 nel calendario Lavoro', 'Riunione | 2026-11-20 09:00 | Lavoro'],
    ['Gita al mar Ligure', 'Gita al mar Ligure'],
    ['Comprare le uova', 'Comprare le uova'],
    ['Treno FR 9610 venerdì 7:04', 'Treno FR 9610 | 2026-11-20 07:04'],
    ['Natale tutto il giorno 24 dicembre', 'Natale | 2026-12-24'],
    ['Dentista, domani, alle 15, Giulia', 'Dentista | 2026-11-20 15:00 | Giulia'],
  ])('%s', (line, expected) => {
    expect(understood(line)).toBe(expected)
  })
})

describe('a chore in Italian', () => {
  test.each([
    ['Aspirapolvere ogni sabato Giulia, Luca', 'Aspirapolvere | 2026-11-21 | Giulia,Luca | FREQ=WEEKLY;BYDAY=SA'],
    ['Spazzatura ogni martedì e venerdì Paolo', 'Spazzatura | 2026-11-20 | Paolo | FREQ=WEEKLY;BYDAY=TU,FR'],
    ['Annaffiare le piante ogni 3 giorni', 'Annaffiare le piante | 2026-11-19 | FREQ=DAILY;INTERVAL=3'],
    [
      'Compiti ogni giorno di scuola alle 17 Luca',
      'Compiti | 2026-11-19 17:00 | Luca | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    ],
    ['Filtro ogni mese il 15', 'Filtro | 2026-12-15 | FREQ=MONTHLY;BYMONTHDAY=15'],
    ['Restituire i libri entro martedì Luca', 'Restituire i libri | 2026-11-24 | Luca'],
  ])('%s', (line, expected) => {
    expect(understood(line, { anchored: false })).toBe(expected)
  })
})

test.each([
  ['latte, 2 pane', 'latte | 2 × pane'],
  ["500 g di farina, uova, 2 bottiglie d'acqua", '500 g × farina | uova | 2 bottiglie × acqua'],
  ['1,5 l di succo; 3x yogurt', '1,5 l × succo | 3 × yogurt'],
  ['2 etti di prosciutto, un pollo', '2 etti × prosciutto | un pollo'],
])('items in Italian: %s', (line, expected) => {
  expect(itemsIn(grammar, line)).toBe(expected)
})
