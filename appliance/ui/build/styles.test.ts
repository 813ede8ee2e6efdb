import stylelint from 'stylelint'
import { expect, test } from 'vitest'

test.each([
  'margin-left: 1px',
  'border-right: 0',
  'border-top-left-radius: 1px',
  'left: 0',
  'padding: 0 1px 0 2px',
  'inset: auto 0 auto auto',
  'border-radius: 1px 0 0 1px',
  'border-radius: 0 var(--r) var(--r)',
  'text-align: right',
  'background: linear-gradient(to right, red, blue)',
  'transform: translateX(3rem)',
])('%s depends on the direction of writing', async (declaration) => {
  expect(await warningsOf(declaration)).toHaveLength(1)
})

test.each([
  'margin-inline-start: 1px',
  'inset: 0 auto',
  'padding: 0 1px calc(2px + 1px) 1px',
  'border-radius: 1px 1px 0 0',
  'border-radius: var(--r) var(--r) 0 0',
  'transform: translateX(calc(3rem * var(--dir)))',
  'justify-content: flex-start',
  'width: 1px',
])('%s does not', async (declaration) => {
  expect(await warningsOf(declaration)).toEqual([])
})

async function warningsOf(declaration: string): Promise<string[]> {
  const { results } = await stylelint.lint({ code: `a { ${declaration} }`, codeFilename: 'src/a.css' })
  return results.flatMap(({ warnings }) => warnings.map(({ text }) => text))
}
