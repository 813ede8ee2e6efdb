import { outbox } from '../changes/outbox.svelte'
import { send } from '../http/client'
import { readFile, sendPicture } from '../http/files'
import { resource } from '../http/resource.svelte'
import { addPhoto, hidePhoto } from './photos'
import type { RecipeDraft, RecipePatch, RecipeRequest } from './types'

export const recipes = resource('/api/recipes', undefined, {
  project: (all, command) => (command.kind === 'recipe.remove' ? all.filter(({ id }) => id !== command.recipeId) : all),
})
export const recipeOf = (id: string) => resource(`/api/recipes/${id}`)

export const addRecipe = (request: RecipeRequest) => send('POST', '/api/recipes', request)
export const changeRecipe = (id: string, patch: RecipePatch) => send('PATCH', `/api/recipes/${id}`, patch)
/** Waits for a moment, in which `outbox.cancel` takes it back. */
export const removeRecipe = (recipeId: string, words: string) => outbox.add({ kind: 'recipe.remove', recipeId }, words)

export const rateRecipe = (id: string, memberId: string, stars: number | null) =>
  send('PUT', `/api/recipes/${id}/ratings/${memberId}`, { stars })
/** Today. */
export const markCooked = (id: string) => send('POST', `/api/recipes/${id}/cooked`, {})
export const unmarkCooked = (id: string, day: string) => send('DELETE', `/api/recipes/${id}/cooked/${day}`)

/** What these find is not saved yet. */
export const readPage = (url: string) => send('POST', '/api/recipes/import/page', { url })
export const readText = (text: string) => send('POST', '/api/recipes/import/text', { text })
export const readRecipes = (file: Blob) => sendPicture('/api/recipes/import/file', file)

export const addRecipes = (drafts: (RecipeDraft & { id: string })[]) =>
  send('POST', '/api/recipes/batch', { recipes: drafts.map((draft) => ({ ...draft, imageData: undefined })) })
/** Of its file. Pictures of recipes are none for the slideshow. */
export async function addPicture(id: string, base64: string): Promise<void> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const photo = await addPhoto(new Blob([bytes]), null)
  await hidePhoto(photo.id)
  await changeRecipe(id, { photoId: photo.id })
}
export const takePicture = (id: string, url: string) => send('POST', `/api/recipes/${id}/picture`, { url })

export const exportedRecipes = () => readFile('/api/recipes/export')
