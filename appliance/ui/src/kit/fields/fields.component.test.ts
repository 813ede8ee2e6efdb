import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../component.testing'
import MonthGrid from './MonthGrid.svelte'
import NumberField from './NumberField.svelte'
import Segmented from './Segmented.svelte'
import Select from './Select.svelte'
import Toggle from './Toggle.svelte'

const SIZES = [
  { value: 's', label: 'Small' },
  { value: 'm', label: 'Medium' },
  { value: 'l', label: 'Large' },
]

test('a switch says its state and its hint, and is changed by touch and by the space bar', async () => {
  const onchange = vi.fn()
  show(Toggle, { checked: false, label: 'Chime', hint: 'For reminders', onchange })
  const toggle = page.getByRole('switch', { name: 'Chime' })
  await expect.element(toggle).toHaveAccessibleDescription('For reminders')
  await toggle.click()
  await expect.element(toggle).toHaveAttribute('aria-checked', 'true')
  await userEvent.keyboard(' ')
  await expect.element(toggle).toHaveAttribute('aria-checked', 'false')
  expect(onchange.mock.calls).toEqual([[true], [false]])
})

test('one of several is chosen by touch and by the arrow keys', async () => {
  const onchange = vi.fn()
  show(Segmented, { value: 's', label: 'Size', options: SIZES, onchange })
  await page.getByText('Medium').click()
  await expect.element(page.getByRole('radio', { name: 'Medium' })).toBeChecked()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('radio', { name: 'Large' })).toBeChecked()
  expect(onchange.mock.calls).toEqual([['m'], ['l']])
})

test('a number stays between its ends, by buttons and by typing', async () => {
  const onchange = vi.fn()
  show(NumberField, { value: 9, label: 'Points', min: 0, max: 10, onchange })
  const more = page.getByRole('button', { name: 'Increase Points' })
  await more.click()
  await expect.element(more).toBeDisabled()
  const field = page.getByRole('textbox', { name: 'Points' })
  await userEvent.tripleClick(field)
  await userEvent.keyboard('99{Tab}')
  await expect.element(field).toHaveValue('10')
  await userEvent.tripleClick(field)
  await userEvent.keyboard('-3{Tab}')
  await expect.element(field).toHaveValue('0')
  await expect.element(page.getByRole('button', { name: 'Decrease Points' })).toBeDisabled()
})

test('a list box opens at its choice, moves with the arrow keys, and gives the focus back', async () => {
  const onchange = vi.fn()
  show(Select, { value: 'm', label: 'Size', options: SIZES, onchange })
  const trigger = page.getByRole('button', { name: 'Size: Medium' })
  await trigger.click()
  await expect.element(page.getByRole('option', { name: 'Medium' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('option', { name: 'Large' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Size: Large' })).toHaveFocus()
  expect(onchange.mock.calls).toEqual([['l']])

  await page.getByRole('button', { name: 'Size: Large' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
})

test('the arrow keys go through the days of a month, and on to the next', async () => {
  const onchoose = vi.fn()
  show(MonthGrid, { value: '2026-11-26', today: '2026-11-20', firstWeekday: 1 as const, min: '2026-11-10', onchoose })
  await expect.element(page.getByText('November 2026')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Monday, November 9, 2026' })).toBeDisabled()
  await expect
    .element(page.getByRole('button', { name: 'Friday, November 20, 2026' }))
    .toHaveAttribute('aria-current', 'date')
  await userEvent.keyboard('{Tab}{Tab}{Tab}{ArrowDown}')
  await expect.element(page.getByText('December 2026')).toBeVisible()
  const day = page.getByRole('button', { name: 'Thursday, December 3, 2026' })
  await expect.element(day).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(onchoose.mock.calls).toEqual([['2026-12-03']])
})
