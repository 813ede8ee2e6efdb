import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../../component.testing'
import { barcodes } from '$lib/api/barcodes'
import { session } from '$lib/http/session.svelte'
import type { Item, List } from '$lib/api/types'
import { drawEan13 } from './ean13.testing'
import ScanButton from './ScanButton.svelte'

const OAT_MILK = '4006381333931'
const SOAP = '5901234123457'
const list = { id: 'L', name: 'Shop', kind: 'shopping' } as List
const milk = { id: 'm', listId: 'L', title: 'Oat milk', quantity: null, done: false, memberId: null } as Item

let sent: [method: string, path: string, body: unknown][]
let canvas: HTMLCanvasElement
let stream: MediaStream | undefined
let timer: ReturnType<typeof setInterval>

/** The server, as far as it matters: the family has named one barcode. */
function answer(url: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
  const path = new URL(url, location.href).pathname
  if (method !== 'GET') sent.push([method, path, JSON.parse(String(body))])
  const known = path === '/api/barcodes' ? [{ code: OAT_MILK, title: 'Oat milk' }] : {}
  return Promise.resolve(Response.json(known))
}

beforeEach(async () => {
  sent = []
  const fetched = window.fetch.bind(window)
  vi.stubGlobal('fetch', (to: RequestInfo | URL, options?: RequestInit) => {
    const url = to instanceof Request ? to.url : String(to)
    return new URL(url, location.href).pathname.startsWith('/api/') ? answer(url, options) : fetched(to, options)
  })
  // Also where the browser has a reader of its own.
  vi.stubGlobal('BarcodeDetector', undefined)
  session.signIn('mtl_test')
  await barcodes.refresh()
  canvas = document.createElement('canvas')
})

afterEach(() => {
  clearInterval(timer)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The camera sees a barcode. A camera sends pictures all the time, a canvas only those that are drawn. */
function point(code: string) {
  clearInterval(timer)
  drawEan13(canvas, code)
  timer = setInterval(() => drawEan13(canvas, code), 50)
}

async function open(items: Item[] = []) {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(() => {
    stream = canvas.captureStream()
    return Promise.resolve(stream)
  })
  show(ScanButton, { list, items })
  await page.getByRole('button', { name: 'Scan a barcode' }).click()
}

const titlesSent = () =>
  sent
    .filter(([, path]) => path === '/api/lists/L/items')
    .flatMap(([, , body]) => (body as Item[]).map((item) => item.title))

test('what the family has named is added once while it is in view, and closing ends the camera', async () => {
  point(OAT_MILK)
  await open()
  await expect.element(page.getByText('“Oat milk” was added')).toBeVisible()
  await vi.waitFor(() => expect(titlesSent()).toEqual(['Oat milk']))

  await page.getByRole('button', { name: 'Close' }).click()
  await vi.waitFor(() => expect(stream!.getTracks().map((track) => track.readyState)).toEqual(['ended']))
  expect(titlesSent()).toEqual(['Oat milk'])
})

test('what is on the list is not added without asking', async () => {
  point(OAT_MILK)
  await open([milk])
  await expect.element(page.getByText('Oat milk is on the list')).toBeVisible()
  expect(titlesSent()).toEqual([])
  await page.getByRole('button', { name: 'Add Oat milk again' }).click()
  await vi.waitFor(() => expect(titlesSent()).toEqual(['Oat milk']))
})

test('what is new is named, remembered and added', async () => {
  point(SOAP)
  await open()
  const field = page.getByRole('textbox', { name: 'What is it?' })
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('Soap{Enter}')
  await expect.element(page.getByText('“Soap” was added')).toBeVisible()
  await vi.waitFor(() => expect(titlesSent()).toEqual(['Soap']))
  expect(sent).toContainEqual(['PUT', `/api/barcodes/${SOAP}`, { title: 'Soap' }])
})

test('without the camera the number is typed', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  show(ScanButton, { list, items: [] })
  await page.getByRole('button', { name: 'Scan a barcode' }).click()
  await expect.element(page.getByText(/^The camera is blocked/)).toBeVisible()
  const field = page.getByRole('textbox', { name: /type the number/ })
  await field.click()
  await userEvent.keyboard('12{Enter}')
  await expect.element(field).toHaveAccessibleDescription('A barcode has 4 to 64 digits or letters.')
  await userEvent.keyboard('{Backspace}{Backspace}4006381 333931{Enter}')
  await vi.waitFor(() => expect(titlesSent()).toEqual(['Oat milk']))
})
