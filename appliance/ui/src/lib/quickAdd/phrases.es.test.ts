import { describe, expect, test } from 'vitest'
import es from './grammar/es.json'
import type { Grammar } from './grammar'
import type { Context } from './types'
import { itemsIn, named, understanding } from './phrases.testing'

const grammar = es as Grammar

/** A Thursday, 14:00. */
const context: Context = {
  today: '2026-11-19',
  minutes: 840,
  people: named('Ida', 'Leo', 'Lucía', 'Mateo', '🦊'),
  places: named('Familia', 'Trabajo', 'Compra'),
  dayFirst: true,
  anchored: true,
}

const understood = understanding(grammar, context)

describe('an event', () => {
  test.each([
    ['Dentista jue 15:00 Ida', 'Dentista | 2026-11-19 15:00 | Ida'],
    ['Dentista jue 13:00 Ida', 'Dentista | 2026-11-26 13:00 | Ida'],
    ['Dentista el jueves', 'Dentista | 2026-11-19'],
    ['Dentista', 'Dentista'],
    ['Dentista mañana', 'Dentista | 2026-11-20'],
    ['Dentista mañana a las 15:30', 'Dentista | 2026-11-20 15:30'],
    ['Dentista mañana a las 3', 'Dentista | 2026-11-20 15:00'],
    ['Dentista mañana 3', 'Dentista | 2026-11-20 15:00'],
    ['Comida domingo 6', 'Comida | 2026-11-22 18:00'],
    ['Piano lunes y miércoles 16:00-17:00', 'Piano | 2026-11-23 +2026-11-25 16:00 +60'],
    ['Piano el lunes y el miércoles a las 16:00 Ida', 'Piano | 2026-11-23 +2026-11-25 16:00 | Ida'],
    ['Natación cada sábado hasta marzo', 'Natación | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA;UNTIL=20270331'],
    ['Cumpleaños 30 de enero', 'Cumpleaños | 2027-01-30 | FREQ=YEARLY'],
    ['Fiesta de cumpleaños 5 de diciembre', 'Fiesta de cumpleaños | 2026-12-05'],
    ['Reunión en el colegio martes 19:00', 'Reunión | 2026-11-24 19:00 | @ colegio'],
    ['Viaje en verano', 'Viaje en verano'],
    ['Basura cada luna azul', 'Basura cada luna azul | repeat? cada luna azul'],
    ['Dentista hoy a las 18.30', 'Dentista | 2026-11-19 18:30'],
    ['Dentista a las 3 de la tarde', 'Dentista | 2026-11-19 15:00'],
    ['Dentista mañana a las 9 de la mañana', 'Dentista | 2026-11-20 09:00'],
    ['Dentista mañana por la mañana', 'Dentista | 2026-11-20 09:00'],
    ['dentista 15:30', 'dentista | 2026-11-19 15:30'],
    ['Dentista 17h', 'Dentista | 2026-11-19 17:00'],
    ['Dentista 17h30', 'Dentista | 2026-11-19 17:30'],
    ['Dentista 3pm', 'Dentista | 2026-11-19 15:00'],
    ['Dentista el viernes a las tres y media', 'Dentista | 2026-11-20 15:30'],
    ['Dentista el viernes a las 3 y media', 'Dentista | 2026-11-20 15:30'],
    ['Dentista mañana a las 4 menos cuarto', 'Dentista | 2026-11-20 15:45'],
    ['Dentista el viernes a las nueve y cuarto', 'Dentista | 2026-11-20 09:15'],
    ['Dentista mañana a las ocho y diez de la mañana', 'Dentista | 2026-11-20 08:10'],
    ['Dentista mañana a las ocho de la tarde', 'Dentista | 2026-11-20 20:00'],
    ['Dentista mañana a la una', 'Dentista | 2026-11-20 13:00'],
    ['Partido sáb 10:00-11:30', 'Partido | 2026-11-21 10:00 +90'],
    ['Partido el sábado de 9 a 11', 'Partido | 2026-11-21 09:00 +120'],
    ['Partido el lunes de las 9 a las 17', 'Partido | 2026-11-23 09:00 +480'],
    ['Partido sábado entre las 14:00 y las 15:30', 'Partido | 2026-11-21 14:00 +90'],
    ['Cine el viernes a las 20:00 durante 2 horas', 'Cine | 2026-11-20 20:00 +120'],
    ['Cine vie 20:00 90 min', 'Cine | 2026-11-20 20:00 +90'],
    ['Cine vie 20:00 1h 30min', 'Cine | 2026-11-20 20:00 +90'],
    ['Cine vie 20:00 media hora', 'Cine | 2026-11-20 20:00 +30'],
    ['Cine vie 20:00 una hora y media', 'Cine | 2026-11-20 20:00 +90'],
    ['Cine esta noche', 'Cine | 2026-11-19 20:00'],
    ['Cine esta noche a las 9', 'Cine | 2026-11-19 21:00'],
    ['Cine hoy por la tarde', 'Cine | 2026-11-19 16:00'],
    ['Café el viernes por la tarde', 'Café | 2026-11-20 16:00'],
    ['Café viernes por la mañana', 'Café | 2026-11-20 09:00'],
    ['Comida mañana al mediodía', 'Comida | 2026-11-20 12:00'],
    ['Uvas 31 de diciembre a las 12 de la noche', 'Uvas | 2026-12-31 00:00'],
    ['Fiesta el próximo viernes', 'Fiesta | 2026-11-27'],
    ['Fiesta el viernes que viene a las 19:00', 'Fiesta | 2026-11-27 19:00'],
    ['Fiesta este viernes', 'Fiesta | 2026-11-20'],
    ['Fiesta el miercoles', 'Fiesta | 2026-11-25'],
    ['Fiesta pasado mañana', 'Fiesta | 2026-11-21'],
    ['Fiesta en 3 días', 'Fiesta | 2026-11-22'],
    ['Fiesta dentro de una semana', 'Fiesta | 2026-11-26'],
    ['Fiesta dentro de dos semanas', 'Fiesta | 2026-12-03'],
    ['Fiesta en un mes', 'Fiesta | 2026-12-19'],
    ['Fiesta en 2 horas', 'Fiesta | 2026-11-19 16:00'],
    ['Fiesta la semana que viene', 'Fiesta | 2026-11-26'],
    ['Fiesta el próximo mes', 'Fiesta | 2026-12-19'],
    ['Fiesta 5 de agosto', 'Fiesta | 2027-08-05'],
    ['Fiesta 5 ago', 'Fiesta | 2027-08-05'],
    ['Fiesta el 5 de agosto de 2027', 'Fiesta | 2027-08-05'],
    ['Fiesta el sábado 5 de diciembre a las 16:00', 'Fiesta | 2026-12-05 16:00'],
    ['Fiesta 24/12', 'Fiesta | 2026-12-24'],
    ['Fiesta 3/4/2027', 'Fiesta | 2027-04-03'],
    ['Fiesta 2026-12-24', 'Fiesta | 2026-12-24'],
    ['Fiesta el día 5', 'Fiesta | 2026-12-05'],
    ['Fiesta el 25 a las 16:00', 'Fiesta | 2026-11-25 16:00'],
    ['Fiesta 31 de febrero', 'Fiesta 31 de febrero | day? 31 de febrero'],
    ['Fiesta 29 de febrero', 'Fiesta | 2028-02-29'],
    ['Vacaciones 5-8 de agosto', 'Vacaciones | 2027-08-05 ..2027-08-08'],
    ['Vacaciones del 5 al 8 de agosto', 'Vacaciones | 2027-08-05 ..2027-08-08'],
    ['Vacaciones del 28 de diciembre al 3 de enero', 'Vacaciones | 2026-12-28 ..2027-01-03'],
    ['Campamento mañana durante 3 días', 'Campamento | 2026-11-20 ..2026-11-22'],
    ['Campamento desde el lunes hasta el viernes', 'Campamento | 2026-11-23 ..2026-11-27'],
    ['Congreso 5 dic hasta el 8 dic', 'Congreso | 2026-12-05 ..2026-12-08'],
    ['Navidad todo el día 25 de diciembre', 'Navidad | 2026-12-25'],
    ['Natación cada sábado a las 10', 'Natación | 2026-11-21 10:00 | FREQ=WEEKLY;BYDAY=SA'],
    ['Natación todos los sábados', 'Natación | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA'],
    ['Natación cada dos sábados', 'Natación | 2026-11-21 | FREQ=WEEKLY;INTERVAL=2;BYDAY=SA'],
    ['Natación los lunes', 'Natación | 2026-11-23 | FREQ=WEEKLY;BYDAY=MO'],
    ['Natación los lunes y jueves a las 17:00', 'Natación | 2026-11-19 17:00 | FREQ=WEEKLY;BYDAY=MO,TH'],
    ['Natación cada lunes, miércoles y viernes 16:00', 'Natación | 2026-11-20 16:00 | FREQ=WEEKLY;BYDAY=MO,WE,FR'],
    ['Natación los días laborables 7:30', 'Natación | 2026-11-20 07:30 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['Natación todos los días', 'Natación | 2026-11-19 | FREQ=DAILY'],
    ['Pastillas cada día a las 8', 'Pastillas | 2026-11-20 08:00 | FREQ=DAILY'],
    ['Pastillas cada noche', 'Pastillas | 2026-11-19 20:00 | FREQ=DAILY'],
    ['Pastillas todas las mañanas', 'Pastillas | 2026-11-20 09:00 | FREQ=DAILY'],
    ['Pastillas cada 3 días', 'Pastillas | 2026-11-19 | FREQ=DAILY;INTERVAL=3'],
    ['Coro cada 2 semanas el martes 19:30', 'Coro | 2026-11-24 19:30 | FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
    ['Coro cada quince días el jueves', 'Coro | 2026-11-19 | FREQ=WEEKLY;INTERVAL=2;BYDAY=TH'],
    ['Coro cada semana el jueves', 'Coro | 2026-11-19 | FREQ=WEEKLY;BYDAY=TH'],
    ['Club el primer lunes del mes a las 20:00', 'Club | 2026-12-07 20:00 | FREQ=MONTHLY;BYDAY=1MO'],
    ['Club el último viernes de cada mes', 'Club | 2026-11-27 | FREQ=MONTHLY;BYDAY=-1FR'],
    ['Alquiler cada mes el día 1', 'Alquiler | 2026-12-01 | FREQ=MONTHLY'],
    ['Alquiler el 10 de cada mes', 'Alquiler | 2026-12-10 | FREQ=MONTHLY'],
    ['Renta cada año el 30 de abril', 'Renta | 2027-04-30 | FREQ=YEARLY'],
    ['Natación cada sábado hasta el 20 de diciembre', 'Natación | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA;UNTIL=20261220'],
    ['Natación cada sábado 10 veces', 'Natación | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA;COUNT=10'],
    [
      'Curso cada martes a las 18:00 durante 4 semanas',
      'Curso | 2026-11-24 18:00 | FREQ=WEEKLY;BYDAY=TU;UNTIL=20261221',
    ],
    ['Yoga los fines de semana', 'Yoga | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA,SU'],
    ['Ida dentista mañana', 'Dentista | 2026-11-20 | Ida'],
    ['Ida y Leo a casa de la abuela el sábado', 'A casa de la abuela | 2026-11-21 | Ida,Leo'],
    ['Ida, Leo: natación lun 16:00', 'Natación | 2026-11-23 16:00 | Ida,Leo'],
    ['Dentista para Ida el viernes', 'Dentista | 2026-11-20 | Ida'],
    ['Dentista con Ida el viernes a las 14:00', 'Dentista con Ida | 2026-11-20 14:00 | Ida'],
    ['Cumpleaños de Lucía 12 de marzo', 'Cumpleaños de Lucía | 2027-03-12 | Lucía | FREQ=YEARLY'],
    ['Recoger a Leo del colegio vie 15:00', 'Recoger a Leo del colegio | 2026-11-20 15:00 | Leo'],
    ['Dentista 🦊 vie', 'Dentista | 2026-11-20 | 🦊'],
    ['Reunión vie 9:00 en Trabajo', 'Reunión | 2026-11-20 09:00 | Trabajo'],
    ['Viaje al mar', 'Viaje al mar'],
    ['Comida dom 14:30', 'Comida | 2026-11-22 14:30'],
    ['Domingo comida', 'Comida | 2026-11-22'],
    ['Sala 204 a las 10:30 lun', 'Sala 204 | 2026-11-23 10:30'],
    ['7 enanitos vie', '7 enanitos | 2026-11-20'],
    ['Dentista, mañana, 15:00, Ida', 'Dentista | 2026-11-20 15:00 | Ida'],
    ['Pan y leche', 'Pan y leche'],
  ])('%s', (line, expected) => {
    expect(understood(line)).toBe(expected)
  })
})

describe('a chore has no start: its rule names the day', () => {
  test.each([
    ['aspirar cada sáb Ida, Leo', 'aspirar | 2026-11-21 | Ida,Leo | FREQ=WEEKLY;BYDAY=SA'],
    ['Regar las plantas cada 3 días Lucía', 'Regar las plantas | 2026-11-19 | Lucía | FREQ=DAILY;INTERVAL=3'],
    ['Basura cada martes y viernes a las 19:00 Leo', 'Basura | 2026-11-20 19:00 | Leo | FREQ=WEEKLY;BYDAY=TU,FR'],
    ['Filtro cada mes el día 15', 'Filtro | 2026-12-15 | FREQ=MONTHLY;BYMONTHDAY=15'],
    ['Dar de comer al gato a diario Ida', 'Dar de comer al gato | 2026-11-19 | Ida | FREQ=DAILY'],
    ['Devolver los libros mañana Leo', 'Devolver los libros | 2026-11-20 | Leo'],
  ])('%s', (line, expected) => {
    expect(understood(line, { anchored: false })).toBe(expected)
  })
})

describe('items of a list', () => {
  test.each([
    ['leche, 2 panes', 'leche | 2 × panes'],
    ['2 leches, 500 g de harina, huevos', '2 × leches | 500 g × harina | huevos'],
    ['1,5 l de zumo; 3x yogur', '1,5 l × zumo | 3 × yogur'],
    ['crema solar, 2 botellas de agua', 'crema solar | 2 botellas × agua'],
  ])('%s', (line, expected) => {
    expect(itemsIn(grammar, line)).toBe(expected)
  })

  test('goes to a list', () => {
    expect(understood('Leche en Compra')).toBe('Leche | Compra')
  })
})
