import { expect, test } from 'vitest'
import { t, type MessageKey } from './translate'

const sources = import.meta.glob<string>('/src/**/*.{ts,svelte}', { query: '?raw', import: 'default', eager: true })
const CALL = /\bt\(\s*'([\w.]+)'(?:,\s*\{([^{}]*)\})?\s*\)/g

test('every call names all values of its text', () => {
  const calls = Object.entries(sources).flatMap(([path, source]) =>
    [...source.matchAll(CALL)].map(([, key = '', values = '']) => ({ path, key, values })),
  )
  const incomplete = calls.filter(({ key, values }) => {
    const names = [...values.matchAll(/(?:^|,)\s*(\w+)/g)].map(([, name]) => [name, '1'])
    return /\{\w+\}/.test(t(key as MessageKey, Object.fromEntries(names)))
  })
  expect(calls.length).toBeGreaterThan(1000)
  expect(incomplete).toEqual([])
})
