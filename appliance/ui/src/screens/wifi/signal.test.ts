import { expect, test } from 'vitest'
import { addressFor, levelOf, signalWord } from './signal'

test('signal strength maps to arcs', () => {
  expect([0, 19, 20, 44, 45, 69, 70, 100].map(levelOf)).toEqual([0, 0, 1, 1, 2, 2, 3, 3])
  expect([10, 30, 50, 90].map(signalWord)).toEqual([
    'wifiScreen.veryWeak',
    'wifiScreen.weak',
    'wifiScreen.good',
    'wifiScreen.strong',
  ])
})

test('the address contains an unusual port', () => {
  expect([addressFor('192.168.1.5', ''), addressFor('192.168.1.5', '8080')]).toEqual([
    'http://192.168.1.5',
    'http://192.168.1.5:8080',
  ])
})
