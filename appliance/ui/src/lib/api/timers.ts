import { send } from '../http/client'
import { resource } from '../http/resource.svelte'
import { freshId } from '../ids'
import type { TimerRequest } from './types'

/** Timers of the kitchen, which ring on every screen. */
export const timers = resource('/api/timers')

/** The id makes it safe to send again. */
export const startTimer = (request: TimerRequest) =>
  send('POST', '/api/timers', { ...request, id: freshId() }).then(() => timers.refresh())
export const stopTimer = (id: string) => send('DELETE', `/api/timers/${id}`).then(() => timers.refresh())
