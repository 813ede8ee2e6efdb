import type { paths } from '../api/schema'

/**
 * Types of requests and answers, taken from the API's description: a path is written with its values, and the method and
 * the path say the rest. `` `/api/keys/${id}` `` is the path /api/keys/{key_id} of the description.
 */
export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
export type WriteMethod = Exclude<Method, 'GET'>

type Written<P extends string> = P extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Written<After>}`
  : P

type Described<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<Lowercase<M>, object> ? P : never
}[keyof paths]

/** The paths that know a method, with text for their values. */
export type Path<M extends Method> = Written<Described<M>>

type Operation<M extends Method, P extends string> = P extends unknown
  ? {
      [D in Described<M>]: [P, Written<D>] extends [Written<D>, P] ? paths[D][Lowercase<M> & keyof paths[D]] : never
    }[Described<M>]
  : never

/** What the server answers. */
export type Answer<M extends Method, P extends string> =
  Operation<M, P> extends { responses: infer R }
    ? R[keyof R] extends { content: { 'application/json': infer A } }
      ? A
      : unknown
    : never

/** The body of a request, or a file; undefined where there is none. */
export type Body<M extends Method, P extends string> =
  Operation<M, P> extends { requestBody?: infer B }
    ? B extends { content: { 'application/json': infer J } }
      ? J | Blob
      : undefined
    : undefined

/** The values after the question mark. */
export type Query<P extends string, M extends Method = 'GET'> =
  Operation<M, P> extends { parameters: { query?: infer Q } } ? Q : never

/** The values after the question mark as the last argument, which may be left out where none is needed. */
export type QueryArgument<P extends string, M extends Method = 'GET'> =
  undefined extends Query<P, M>
    ? [query?: Query<P, M>]
    : object extends Query<P, M>
      ? [query?: Query<P, M>]
      : [query: Query<P, M>]
