/** `./run languages [TAG…]`: the state of each language; with tags, the keys to mend. Exit code 1 for a fault. */
import { languageFiles, type LanguageFile } from './messageFiles.ts'

const FAULTS = ['extra', 'placeholders', 'forms'] as const
const COLUMNS = ['missing', ...FAULTS, 'same'] as const
const EXPLANATIONS: Readonly<Record<(typeof COLUMNS)[number], string>> = {
  missing: 'without a text; shown in English',
  extra: 'unknown in English',
  placeholders: 'with other placeholders than in English',
  forms: 'with plural forms that the language lacks, or does not know',
  same: 'as in English; right for names and loanwords',
}

function main(tags: readonly string[]): number {
  const files = languageFiles()
  const unknown = tags.filter((tag) => !files.some((file) => file.tag === tag))
  if (unknown.length > 0) {
    console.error(`There is no file of texts for ${unknown.join(', ')}.`)
    return 2
  }
  const chosen = tags.length > 0 ? files.filter((file) => tags.includes(file.tag)) : files
  console.log(row('language', 'texts of', 'complete', ...COLUMNS))
  for (const { tag, of, state } of chosen) {
    console.log(row(tag, of, `${state.percent} %`, ...COLUMNS.map((name) => String(state[name].length))))
  }
  if (tags.length > 0) chosen.forEach(list)
  return Number(chosen.some(({ state }) => FAULTS.some((name) => state[name].length > 0)))
}

function list({ tag, of, state }: LanguageFile): void {
  for (const name of COLUMNS.filter((each) => state[each].length > 0)) {
    console.log(`\n${tag}, ${of}: ${EXPLANATIONS[name]}`)
    for (const key of state[name]) console.log(`  ${key}`)
  }
}

function row(...cells: string[]): string {
  return cells.map((cell, index) => (index < 2 ? cell.padEnd(10) : cell.padStart(13))).join('')
}

process.exitCode = main(process.argv.slice(2))
