import { expect, test } from 'vitest'
import { random } from './random.testing'
import { type Need, shared } from './share'

const part = (wanted: number, weight = 1, least = 20): Need => ({ least, wanted, weight })

test('room that one part does not want is for the parts that want more', () => {
  expect(shared(400, [part(100), part(500), part(500)])).toEqual([100, 150, 150])
  expect(shared(400, [part(100, 3), part(500), part(150)])).toEqual([100, 150, 150])
})

test('where everything fits, the parts are as large as they were arranged', () => {
  expect(shared(400, [part(50, 1), part(60, 3)])).toEqual([100, 300])
  expect(shared(400, [part(180, 1), part(60, 3)])).toEqual([180, 220])
})

test('the weight decides between parts that all want more', () => {
  expect(shared(400, [part(500, 1), part(500, 3)])).toEqual([100, 300])
  expect(shared(100, [part(500, 1, 80), part(500, 9, 20)])).toEqual([80, 20])
})

test('with less room than the least, each part has its share of it', () => {
  expect(shared(60, [part(50, 1, 80), part(50, 1, 40)])).toEqual([40, 20])
})

test('no room stays empty beside a part that wants more: of any parts and any length', () => {
  const next = random(1)
  const between = (low: number, high: number) => Math.round(low + next() * (high - low))
  for (let round = 0; round < 2_000; round += 1) {
    const needs = Array.from({ length: between(1, 8) }, () => {
      const least = between(0, 80)
      return { least, wanted: least + between(0, 900), weight: between(1, 14) }
    })
    const length = between(1, 2_000)
    const sizes = shared(length, needs)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(length)
    const isHungry = needs.some(({ wanted }, at) => sizes[at]! < wanted - 1)
    const isWasteful = needs.some(({ wanted }, at) => sizes[at]! > wanted + 1)
    expect(isHungry && isWasteful).toBe(false)
    if (needs.reduce((sum, { least }) => sum + least, 0) < length - needs.length)
      needs.forEach(({ least }, at) => expect(sizes[at]).toBeGreaterThanOrEqual(least - 1))
  }
})
