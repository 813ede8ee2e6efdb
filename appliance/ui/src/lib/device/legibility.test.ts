import { describe, expect, test } from 'vitest'
import { baseSize, diagonalOf, heightAt, heightOf, parseViewing, sizeFactor, textSizeOf, usualSize } from './legibility'

const FULL_HD = { width: 1920, height: 1080 }

test('an arc minute at one metre is 0.29 mm', () => {
  // 1000 mm * pi / 180 / 60 = 0.2909 mm
  expect(heightAt(1, 1000)).toBeCloseTo(0.2909, 4)
})

describe('the base size', () => {
  test('of 24 inches at three metres is that of the main line', () => {
    // The picture is 298.9 mm high, so a millimetre has 3.613 px. 7 arc minutes at 3 m are 6.109 mm, 22.07 px: a font of
    // 31.53 px, of which 1.3 rem is 24.25 px. 5 arc minutes are 4.363 mm, 15.77 px, 22.52 px, of which 1.01 rem is 22.3.
    expect(baseSize(298.9, 1080, 3000)).toBeCloseTo(24.25, 1)
  })

  test('of 15 inches on a counter is less than the usual one', () => {
    // 16:10, so 201.9 mm high, 3.962 px in a millimetre. 7 arc minutes at 1 m are 2.036 mm, 8.07 px, 11.52 px, 8.86 px.
    expect(baseSize(201.9, 800, 1000)).toBeCloseTo(8.87, 1)
  })

  test('grows with the distance and with the pixels in a millimetre', () => {
    expect(baseSize(300, 1080, 4000)).toBeCloseTo(2 * baseSize(300, 1080, 2000), 3)
    expect(baseSize(300, 2160, 2000)).toBeCloseTo(2 * baseSize(300, 1080, 2000), 3)
  })
})

test('the height of a screen follows from its diagonal', () => {
  // 24 inches are 609.6 mm; 9 / sqrt(16² + 9²) = 0.4903 of them are 298.9 mm
  expect(heightOf(24, FULL_HD)).toBeCloseTo(298.9, 1)
  // Upright it is 16 / sqrt(16² + 9²) of them, and the millimetre has as many pixels as before.
  expect(heightOf(24, { width: 1080, height: 1920 })).toBeCloseTo(531.3, 1)
})

test('the usual size is that of the style sheet', () => {
  expect(usualSize(390)).toBe(16)
  expect(usualSize(1920)).toBeCloseTo(18.08, 2)
})

describe('the factor of a wall', () => {
  test.each([
    { inches: 15, distanceMm: 1000, screen: { width: 1280, height: 800 }, factor: 1 },
    { inches: 24, distanceMm: 2000, screen: FULL_HD, factor: 1 },
    // 24.25 px instead of 18.08 px
    { inches: 24, distanceMm: 3000, screen: FULL_HD, factor: 1.341 },
    // Upright the window is narrower, and its usual size 16 px.
    { inches: 24, distanceMm: 3000, screen: { width: 1080, height: 1920 }, factor: 1.515 },
    // 7.225 px in a millimetre: 32.33 px instead of 22.88 px
    { inches: 24, distanceMm: 2000, screen: { width: 3840, height: 2160 }, factor: 1.413 },
  ])('$inches inches, $distanceMm mm, $screen.width px wide: $factor', ({ factor, screen, ...viewing }) => {
    expect(sizeFactor(viewing, screen)).toBeCloseTo(factor, 2)
  })
})

describe('the text size of a device', () => {
  test('is what was chosen times what is needed', () => {
    expect(textSizeOf(1.25, 1.2, FULL_HD)).toBeCloseTo(1.5)
  })

  test('leaves room for what is shown', () => {
    expect(textSizeOf(1, 3, { width: 1280, height: 800 })).toBe(2)
    expect(textSizeOf(1, 3, { width: 800, height: 1280 })).toBe(2)
    expect(textSizeOf(1, 3, { width: 800, height: 480 })).toBeCloseTo(1.2)
  })

  test('is never less than what was chosen', () => {
    expect(textSizeOf(2, 1, { width: 390, height: 844 })).toBe(2)
    expect(textSizeOf(2, 1.5, { width: 1280, height: 800 })).toBe(2)
  })
})

test('the kiosk gives millimetres, or nothing', () => {
  expect(diagonalOf(527, 296)).toBe(23.8)
  expect(diagonalOf(null, null)).toBeNull()
  expect(diagonalOf(undefined, 296)).toBeNull()
})

test('what is stored is read; nonsense is not', () => {
  expect(parseViewing('{"inches":24,"distanceMm":2000}')).toEqual({ inches: 24, distanceMm: 2000 })
  for (const text of [null, '', 'no', '{}', 'null', '{"inches":0,"distanceMm":2000}', '[]'])
    expect(parseViewing(text)).toBeNull()
})
