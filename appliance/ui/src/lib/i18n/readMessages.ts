import { busy } from '../busy'
import type { Messages } from './messages'

const read = new Map<string, Promise<Messages>>()

/** The messages at an address; each is read once. Throws when they cannot be loaded. */
export function readMessages(address: string): Promise<Messages> {
  const known = read.get(address)
  if (known) return known
  const reading = load(address)
  read.set(address, reading)
  reading.catch(() => read.delete(address))
  return reading
}

async function load(address: string): Promise<Messages> {
  const answer = await busy(fetch(address))
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  return (await answer.json()) as Messages
}
