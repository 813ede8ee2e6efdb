import { resource } from '../http/resource.svelte'
import type { Goals } from './types'

/** What members save for, and the family's goal. */
export const goals = resource<Goals>('/api/goals')
