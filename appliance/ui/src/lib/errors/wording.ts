import type { ApiError } from '../http/client'

/**
 * The text of an error in the UI's language; undefined where the language has none. It comes with the texts of a
 * language. English has none: the server's own text is English and says more.
 */
export const wording: { of?: (failure: ApiError) => string | undefined } = {}
