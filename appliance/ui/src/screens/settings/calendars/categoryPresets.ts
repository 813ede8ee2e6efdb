import { t } from '$lib/i18n/translate'
import type { Category, CategoryRequest } from '$lib/api/types'

/** Suggested categories. (contract: Category) */
export function presets(): (CategoryRequest & { emoji: string; keywords: string[] })[] {
  return [
    {
      name: t('categorySettings.birthdays'),
      emoji: '🎂',
      color: '#dd5f95',
      keywords: parseKeywords(t('categorySettings.birthdayWords'), []),
    },
    {
      name: t('categorySettings.appointments'),
      emoji: '🏥',
      color: '#2f9e94',
      keywords: parseKeywords(t('categorySettings.appointmentWords'), []),
    },
    {
      name: t('categorySettings.sports'),
      emoji: '⚽',
      color: '#3f9d63',
      keywords: parseKeywords(t('categorySettings.sportWords'), []),
    },
    {
      name: t('categorySettings.school'),
      emoji: '🏫',
      color: '#4a6fd6',
      keywords: parseKeywords(t('categorySettings.schoolWords'), []),
    },
    {
      name: t('categorySettings.travel'),
      emoji: '✈️',
      color: '#f08a3c',
      keywords: parseKeywords(t('categorySettings.travelWords'), []),
    },
  ]
}

/** Presets without an existing category of the same name. */
export function missingPresets(categories: readonly Category[]) {
  const names = new Set(categories.map((category) => category.name.trim().toLowerCase()))
  return presets().filter((preset) => !names.has(preset.name.toLowerCase()))
}

/** Splits text at commas; ignores duplicates. */
export function parseKeywords(text: string, already: readonly string[]): string[] {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
  const known = new Set(already.map((word) => word.toLowerCase()))
  return [...already, ...words.filter((word) => !known.has(word.toLowerCase()) && known.add(word.toLowerCase()))]
}
