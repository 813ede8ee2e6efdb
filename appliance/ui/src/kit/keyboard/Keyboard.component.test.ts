import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { device } from '$lib/device/device.svelte'
import { show } from '../../component.testing'
import Keyboard from './Keyboard.svelte'
import { keyboardTarget } from './keyboardTarget.svelte'

let field: HTMLInputElement

/** The keyboard below a focused field. */
function open(): void {
  show(Keyboard, {})
  field.focus()
  keyboardTarget.enter(field, document.body)
}

beforeEach(() => {
  field = document.body.appendChild(document.createElement('input'))
  return () => {
    field.remove()
    device.keyboard = 'auto'
  }
})

async function write(text: string): Promise<void> {
  for (const letter of text)
    await page.getByRole('button', { name: letter === ' ' ? 'Space' : letter, exact: true }).click()
}

test('a sentence begins with a capital, and the caret and undo work as with a real keyboard', async () => {
  open()
  await write('Feed')
  expect(field.value).toBe('Feed')
  await userEvent.keyboard('{Home}')
  await write('x')
  expect(field.value).toBe('xFeed')
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(field.value).toBe('Feed')
})

test.for([
  ['de', 'qwertzuiopü'],
  ['fr', 'azertyuiop'],
  ['es', 'asdfghjklñ'],
  ['it', 'zxcvbnm’'],
  ['en', 'zxcvbnm'],
] as const)('the layout of %s', async ([language, row]) => {
  device.keyboard = language
  open()
  await page.getByRole('button', { name: 'Shift' }).click()
  await write(row)
  expect(field.value).toBe(row)
})

test('two taps on shift lock capitals, one more ends them', async () => {
  open()
  await write('A')
  await page.getByRole('button', { name: 'Shift' }).click()
  await page.getByRole('button', { name: 'Shift' }).click()
  await write('BC')
  await page.getByRole('button', { name: 'Shift' }).click()
  await write('d')
  expect(field.value).toBe('ABCd')
})

test('signs and emoji are layers of their own, and an emoji is erased whole', async () => {
  open()
  await page.getByRole('button', { name: '?123' }).click()
  await write('50%')
  await page.getByRole('button', { name: 'Emoji' }).click()
  await write('🎉')
  expect(field.value).toBe('50%🎉')
  await page.getByRole('button', { name: 'Backspace' }).click()
  expect(field.value).toBe('50%')
})
