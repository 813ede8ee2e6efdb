import { describe, expect, test } from 'vitest'
import fr from './grammar/fr.json'
import type { Grammar } from './grammar'
import type { Context } from './types'
import { itemsIn, named, understanding } from './phrases.testing'

const grammar = fr as Grammar

/** A Thursday, 14:00. One name is also a month, one an abbreviated Saturday. */
const context: Context = {
  today: '2026-11-19',
  minutes: 840,
  people: named('Léa', 'Hugo', 'Marie', 'Paul', 'Mai', 'Sam', 'Anna', 'Anne-Lise Martin'),
  places: named('Famille', 'Travail', 'Courses'),
  dayFirst: true,
  anchored: true,
}

const understood = understanding(grammar, context)

describe('an event in French', () => {
  test.each([
    ['Dentiste jeudi 15h Léa', 'Dentiste | 2026-11-19 15:00 | Léa'],
    ['Dentiste jeudi 13h Léa', 'Dentiste | 2026-11-26 13:00 | Léa'],
    ['Dentiste', 'Dentiste'],
    ['Dentiste demain', 'Dentiste | 2026-11-20'],
    ['Dentiste demain à 15h30', 'Dentiste | 2026-11-20 15:30'],
    ['Dentiste demain à 15 h 30', 'Dentiste | 2026-11-20 15:30'],
    ['Dentiste demain à 15:30', 'Dentiste | 2026-11-20 15:30'],
    ['Dentiste demain à 3h', 'Dentiste | 2026-11-20 15:00'],
    ['Dentiste à 9h du matin vendredi', 'Dentiste | 2026-11-20 09:00'],
    ['Dentiste à 8h du soir', 'Dentiste | 2026-11-19 20:00'],
    ["Dentiste à 3h de l'après-midi", 'Dentiste | 2026-11-19 15:00'],
    ['Dentiste vendredi à 3h et demie', 'Dentiste | 2026-11-20 15:30'],
    ['Dentiste vendredi à quatre heures moins le quart', 'Dentiste | 2026-11-20 15:45'],
    ['Dentiste vendredi à neuf heures et quart', 'Dentiste | 2026-11-20 09:15'],
    ['Dentiste demain à 9h moins 10', 'Dentiste | 2026-11-20 08:50'],
    ['Dentiste demain à huit heures dix', 'Dentiste | 2026-11-20 08:10'],
    ['Dentiste demain matin', 'Dentiste | 2026-11-20 09:00'],
    ['Dentiste demain soir à 8h', 'Dentiste | 2026-11-20 20:00'],
    ['Dentiste lundi après-midi', 'Dentiste | 2026-11-23 15:00'],
    ['Dentiste lun 9h', 'Dentiste | 2026-11-23 09:00'],
    ['Dentiste mer. 9h', 'Dentiste | 2026-11-25 09:00'],
    ['Foot samedi 10h-11h30', 'Foot | 2026-11-21 10:00 +90'],
    ['Foot samedi de 9h à 11h', 'Foot | 2026-11-21 09:00 +120'],
    ['Foot samedi de 9 à 11h', 'Foot | 2026-11-21 09:00 +120'],
    ['Foot samedi entre 14h et 15h30', 'Foot | 2026-11-21 14:00 +90'],
    ['Foot samedi de 10h à midi', 'Foot | 2026-11-21 10:00 +120'],
    ['Fête samedi de 20h à minuit', 'Fête | 2026-11-21 20:00 +240'],
    ['Film vendredi 20h pendant 2 heures', 'Film | 2026-11-20 20:00 +120'],
    ['Film vendredi à 20h 1h30', 'Film | 2026-11-20 20:00 +90'],
    ['Film vendredi 20h 90 min', 'Film | 2026-11-20 20:00 +90'],
    ['Film vendredi 20h pendant une heure et demie', 'Film | 2026-11-20 20:00 +90'],
    ['Film vendredi 20h une demi-heure', 'Film | 2026-11-20 20:00 +30'],
    ['Réunion de 2 heures vendredi à 9h', 'Réunion | 2026-11-20 09:00 +120'],
    ['Film ce soir', 'Film | 2026-11-19 19:00'],
    ['Film ce soir à 8h', 'Film | 2026-11-19 20:00'],
    ['Goûter cet après-midi', 'Goûter | 2026-11-19 15:00'],
    ['Déjeuner demain midi', 'Déjeuner | 2026-11-20 12:00'],
    ['Déjeuner à midi demain', 'Déjeuner | 2026-11-20 12:00'],
    ['Déjeuner dimanche à midi et demi', 'Déjeuner | 2026-11-22 12:30'],
    ['Fête vendredi prochain', 'Fête | 2026-11-27'],
    ['Fête vendredi prochain 19h', 'Fête | 2026-11-27 19:00'],
    ['Fête ce vendredi', 'Fête | 2026-11-20'],
    ['Fête vendredi en huit', 'Fête | 2026-11-27'],
    ['Fête mardi de la semaine prochaine', 'Fête | 2026-11-24'],
    ['Fête après-demain', 'Fête | 2026-11-21'],
    ['Fête dans 3 jours', 'Fête | 2026-11-22'],
    ['Fête dans quinze jours', 'Fête | 2026-12-03'],
    ['Fête dans une semaine', 'Fête | 2026-11-26'],
    ['Fête dans 2 heures', 'Fête | 2026-11-19 16:00'],
    ['Fête la semaine prochaine', 'Fête | 2026-11-26'],
    ['Fête le mois prochain', 'Fête | 2026-12-19'],
    ['Fête 5 août', 'Fête | 2027-08-05'],
    ['Fête le 1er décembre', 'Fête | 2026-12-01'],
    ['Fête le vendredi 5 février 2027', 'Fête | 2027-02-05'],
    ['Fête 5 aout 2027 15h', 'Fête | 2027-08-05 15:00'],
    ['Fête 24/12', 'Fête | 2026-12-24'],
    ['Fête 3/4/2025', 'Fête | 2025-04-03'],
    ['Fête 5.8.', 'Fête | 2027-08-05'],
    ['Fête 2026-12-24', 'Fête | 2026-12-24'],
    ['Fête le 5', 'Fête | 2026-12-05'],
    ['Fête le 25 à 16h', 'Fête | 2026-11-25 16:00'],
    ['Fête samedi 5', 'Fête | 2026-12-05'],
    ['Fête 31 février', 'Fête 31 février'],
    ['Fête ce week-end', 'Fête | 2026-11-21'],
    ['Vacances du 5 au 8 août', 'Vacances | 2027-08-05 ..2027-08-08'],
    ['Vacances 28 déc au 3 janv', 'Vacances | 2026-12-28 ..2027-01-03'],
    ['Camp demain pendant 3 jours', 'Camp | 2026-11-20 ..2026-11-22'],
    ['Stage de lundi à vendredi', 'Stage | 2026-11-23 ..2026-11-27'],
    ["Stage lundi jusqu'à vendredi", 'Stage | 2026-11-23 ..2026-11-27'],
    ['École du lundi au vendredi 8h30', 'École | 2026-11-20 08:30 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['Piscine tous les samedis 10h', 'Piscine | 2026-11-21 10:00 | FREQ=WEEKLY;BYDAY=SA'],
    ['Piscine chaque samedi', 'Piscine | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA'],
    ['Piscine un samedi sur deux', 'Piscine | 2026-11-21 | FREQ=WEEKLY;INTERVAL=2;BYDAY=SA'],
    ['Piscine une semaine sur deux le mardi', 'Piscine | 2026-11-24 | FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
    ['Piscine tous les lundis et mercredis à 16h', 'Piscine | 2026-11-23 16:00 | FREQ=WEEKLY;BYDAY=MO,WE'],
    ['Piscine les lundis et les jeudis 17h', 'Piscine | 2026-11-19 17:00 | FREQ=WEEKLY;BYDAY=MO,TH'],
    ["Bus tous les jours d'école 7h30", 'Bus | 2026-11-20 07:30 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['Bus en semaine à 7h30', 'Bus | 2026-11-20 07:30 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['Yoga tous les week-ends', 'Yoga | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA,SU'],
    ['Médicament tous les jours à 8h', 'Médicament | 2026-11-20 08:00 | FREQ=DAILY'],
    ['Médicament chaque matin', 'Médicament | 2026-11-20 09:00 | FREQ=DAILY'],
    ['Médicament tous les 3 jours', 'Médicament | 2026-11-19 | FREQ=DAILY;INTERVAL=3'],
    ['Chorale toutes les 2 semaines le mardi 19h30', 'Chorale | 2026-11-24 19:30 | FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
    ['Chorale tous les quinze jours', 'Chorale | 2026-11-19 | FREQ=WEEKLY;INTERVAL=2;BYDAY=TH'],
    ['Club de lecture chaque premier lundi 20h', 'Club de lecture | 2026-12-07 20:00 | FREQ=MONTHLY;BYDAY=1MO'],
    ['Club de lecture le dernier vendredi du mois', 'Club de lecture | 2026-11-27 | FREQ=MONTHLY;BYDAY=-1FR'],
    ['Loyer tous les mois le 1er', 'Loyer | 2026-12-01 | FREQ=MONTHLY'],
    ['Loyer le 5 de chaque mois', 'Loyer | 2026-12-05 | FREQ=MONTHLY'],
    ['Impôts chaque 31 mai', 'Impôts | 2027-05-31 | FREQ=YEARLY'],
    ['Anniversaire de Paul tous les ans le 12 mars', 'Anniversaire de Paul | 2027-03-12 | Paul | FREQ=YEARLY'],
    ["Piscine tous les samedis jusqu'au 20 décembre", 'Piscine | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA;UNTIL=20261220'],
    ['Piscine tous les samedis 10 fois', 'Piscine | 2026-11-21 | FREQ=WEEKLY;BYDAY=SA;COUNT=10'],
    [
      'Cours tous les mardis de 18h à 19h30 Léa, Hugo',
      'Cours | 2026-11-24 18:00 +90 | Léa,Hugo | FREQ=WEEKLY;BYDAY=TU',
    ],
    ['Léa dentiste demain', 'Dentiste | 2026-11-20 | Léa'],
    ['Léa et Hugo chez mamie samedi', 'Chez mamie | 2026-11-21 | Léa,Hugo'],
    ['Dentiste pour Léa vendredi', 'Dentiste | 2026-11-20 | Léa'],
    ['Dentiste avec Léa vendredi 14h', 'Dentiste avec Léa | 2026-11-20 14:00 | Léa'],
    ["Anniversaire d'Anna le 12 mars", "Anniversaire d'Anna | 2027-03-12 | Anna"],
    ["Chercher Léa à l'école vendredi 16h30", "Chercher Léa à l'école | 2026-11-20 16:30 | Léa"],
    ['Appeler Paul demain', 'Appeler Paul | 2026-11-20 | Paul'],
    ['Dentiste Mai', 'Dentiste | Mai'],
    ['Dentiste 5 mai Mai', 'Dentiste | 2027-05-05 | Mai'],
    ['Dentiste Sam', 'Dentiste | Sam'],
    ['Dentiste Anne-Lise vendredi', 'Dentiste | 2026-11-20 | Anne-Lise Martin'],
    ['Réunion vendredi 9h dans Travail', 'Réunion | 2026-11-20 09:00 | Travail'],
    ["Réunion vendredi 9h dans l'agenda Travail", 'Réunion | 2026-11-20 09:00 | Travail'],
    ['Sortie à la mer', 'Sortie à la mer'],
    ['Sortie à la mer demain', 'Sortie à la mer | 2026-11-20'],
    ['Acheter un jeu', 'Acheter un jeu'],
    ['Train TGV 6607 vendredi 7h04', 'Train TGV 6607 | 2026-11-20 07:04'],
    ['Noël toute la journée 24 décembre', 'Noël | 2026-12-24'],
    ['Dentiste, demain, 15h, Léa', 'Dentiste | 2026-11-20 15:00 | Léa'],
  ])('%s', (line, expected) => {
    expect(understood(line)).toBe(expected)
  })
})

describe('a chore in French', () => {
  test.each([
    ['Aspirateur chaque samedi Léa, Hugo', 'Aspirateur | 2026-11-21 | Léa,Hugo | FREQ=WEEKLY;BYDAY=SA'],
    ['Poubelles tous les mardis et vendredis Paul', 'Poubelles | 2026-11-20 | Paul | FREQ=WEEKLY;BYDAY=TU,FR'],
    ['Arroser les plantes tous les 3 jours', 'Arroser les plantes | 2026-11-19 | FREQ=DAILY;INTERVAL=3'],
    ['Devoirs en semaine à 17h Hugo', 'Devoirs | 2026-11-19 17:00 | Hugo | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['Filtre tous les mois le 15', 'Filtre | 2026-12-15 | FREQ=MONTHLY;BYMONTHDAY=15'],
    ['Rendre les livres pour mardi Hugo', 'Rendre les livres | 2026-11-24 | Hugo'],
  ])('%s', (line, expected) => {
    expect(understood(line, { anchored: false })).toBe(expected)
  })
})

test.each([
  ['lait, 2 pains', 'lait | 2 × pains'],
  ["500 g de farine, œufs, 2 bouteilles d'eau", '500 g × farine | œufs | 2 bouteilles × eau'],
  ['1,5 l de jus; 3x yaourts', '1,5 l × jus | 3 × yaourts'],
  ['2 pots de crème, un poulet', '2 pots × crème | un poulet'],
])('items in French: %s', (line, expected) => {
  expect(itemsIn(grammar, line)).toBe(expected)
})
