import type { MealSlot } from '../api/types'

/** The words before and after the name of a meal, by language: "for dinner", "zum Abendessen". */
const PHRASES: Record<string, Record<MealSlot, string>> = {
  en: {
    breakfast: 'for breakfast',
    lunch: 'for lunch',
    dinner: 'for (?:dinner|supper)',
    snack: '(?:as|for) a snack',
  },
  de: {
    breakfast: 'zum Fr(?:ü|ue)hst(?:ü|ue)ck',
    lunch: 'zum Mittag(?:essen)?',
    dinner: 'zum Abend(?:essen|brot)',
    snack: 'als Snack',
  },
  fr: {
    breakfast: '(?:au|pour le) petit[ -]d(?:é|e)jeuner',
    lunch: '(?:au|pour le) d(?:é|e)jeuner',
    dinner: '(?:au|pour le) (?:d(?:î|i)ner|souper)',
    snack: '(?:au|pour le) go(?:û|u)ter',
  },
  es: {
    breakfast: '(?:para|de) (?:el )?desayun(?:o|ar)',
    lunch: '(?:para|de) (?:(?:la )?comida|comer|(?:el )?almuerzo|almorzar)',
    dinner: '(?:para|de) (?:la )?cena(?:r)?',
    snack: '(?:para|de) (?:la )?merienda|para merendar',
  },
  it: {
    breakfast: '(?:a|per(?: la)?) colazione',
    lunch: '(?:a|per(?: il)?) pranzo',
    dinner: '(?:a|per(?: la)?) cena',
    snack: '(?:a|per(?: la)?) merenda',
  },
  nl: {
    breakfast: '(?:als|bij het|voor het) ontbijt',
    lunch: '(?:als|bij de|voor de) lunch',
    dinner: '(?:als|bij het|voor het) (?:avondeten|diner)',
    snack: '(?:als|voor) (?:een )?tussendoortje',
  },
  pl: {
    breakfast: 'na (?:ś|s)niadanie',
    lunch: 'na obiad',
    dinner: 'na kolacj(?:ę|e)',
    snack: 'na (?:przek(?:ą|a)sk(?:ę|e)|podwieczorek)',
  },
}

export interface MealMention {
  slot: MealSlot
  /** The line without the words that name the meal. */
  rest: string
}

/** The meal that a line plans: "lasagne for dinner Thursday". Null when it names none, or nothing to eat. */
export function mealIn(line: string, tag: string): MealMention | null {
  const phrases = PHRASES[tag.split('-')[0]!] ?? PHRASES.en!
  for (const [slot, phrase] of Object.entries(phrases) as [MealSlot, string][]) {
    const found = new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrase})(?![\\p{L}\\p{N}])`, 'iu').exec(line)
    if (!found) continue
    const rest = `${line.slice(0, found.index)} ${line.slice(found.index + found[0].length)}`
      .replace(/\s+/g, ' ')
      .trim()
    return rest ? { slot, rest } : null
  }
  return null
}
