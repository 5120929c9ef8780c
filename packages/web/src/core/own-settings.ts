import { useEffect } from 'react'
import { create } from 'zustand'
import { call } from './api.ts'
import { settingCalls } from './first-calls.ts'
import { debounce, type Debounced } from './debounce.ts'
import { session, useSession } from './session.ts'

/**
 * How the user has arranged the pages: kept on the server for other machines, and cached by the browser,
 * so that a page is drawn right before the server has answered. A setting is called `columns.allQuery`, or `smartSupplier`.
 */
const places: Record<string, string> = { columns: 'smartColumns', defaultView: 'smartDefaultView', shortcuts: 'smartShortcuts' }
const placeOf = (name: string) => {
  const [family = '', about] = name.split('.')
  return { key: places[family] ?? family, about }
}

function readPlace(key: string): unknown {
  try {
    return JSON.parse(globalThis.localStorage?.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
const mapOf = (key: string): Record<string, unknown> => {
  const kept = readPlace(key)
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Record<string, unknown>) : {}
}

function remembered(name: string): unknown {
  const { key, about } = placeOf(name)
  return about === undefined ? readPlace(key) : mapOf(key)[about]
}

function remember(name: string, value: unknown): void {
  const { key, about } = placeOf(name)
  const next = about === undefined ? value : { ...mapOf(key), [about]: value }
  globalThis.localStorage?.setItem(key, JSON.stringify(next ?? null))
}

const known = new Map<string, unknown>()
/** `heard` once the server has answered: what the browser remembers may be older. */
const useTurn = create(() => ({ turn: 0, heard: false }))
const notify = () => useTurn.setState(({ turn }) => ({ turn: turn + 1 }))

export function ownSetting(name: string): unknown {
  if (!known.has(name)) known.set(name, remembered(name))
  return known.get(name)
}

const waitMs = 600
const sending = new Map<string, Debounced<[unknown]>>()

/** What the server has not taken yet, by user: a page that goes too early leaves it to the next. */
const unsentKey = 'smartUnsent'
const unsent = (user: number) =>
  Object.keys(mapOf(unsentKey)).flatMap(mark => (mark.startsWith(`${user} `) ? [mark.slice(`${user} `.length)] : []))
const markUnsent = (user: number, name: string, value: true | undefined) =>
  globalThis.localStorage?.setItem(unsentKey, JSON.stringify({ ...mapOf(unsentKey), [`${user} ${name}`]: value }))

/** Kept at once here, and on the server when nothing more has changed for a moment. Without the server it stays with the browser. */
export function keepOwnSetting(name: string, value: unknown): void {
  known.set(name, value)
  remember(name, value)
  notify()
  const user = session().profile?.id
  if (user === undefined) return
  markUnsent(user, name, true)
  const sent = (next: unknown) =>
    void call(settingCalls.keep, { body: { name, value: next } }, { quiet: true }).then(
      () => markUnsent(user, name, undefined),
      () => undefined,
    )
  const send = sending.get(name) ?? debounce(sent, waitMs)
  sending.set(name, send)
  send(value ?? null)
}

/** What lists and forms were arranged to before the server kept it. */
const rememberedColumns = () => Object.entries(mapOf('smartColumns')).map(([route, choice]) => [`columns.${route}`, choice] as const)

let loadedFor: number | undefined
async function load(user: number): Promise<void> {
  if (loadedFor === user) return
  loadedFor = user
  const answer = await call(settingCalls.list, {}, { quiet: true }).catch(() => undefined)
  if (!answer) loadedFor = undefined
  else take(answer.content)
  useTurn.setState({ heard: true })
}

/** What another user of this browser has chosen. */
function forget(name: string): void {
  remember(name, undefined)
  known.delete(name)
  notify()
}

function take(content: readonly { name: string; value?: unknown }[]): void {
  if (content.length === 0) {
    if (!unsent(loadedFor ?? 0).includes('shortcuts.home')) forget('shortcuts.home')
    for (const [name, choice] of rememberedColumns()) keepOwnSetting(name, choice)
    return
  }
  const newer = unsent(loadedFor ?? 0).map(name => [name, remembered(name)] as const)
  // Settings of the previous user of this browser do not apply.
  for (const key of Object.values(places)) localStorage.removeItem(key)
  known.clear()
  for (const { name, value } of content) {
    known.set(name, value)
    remember(name, value)
  }
  notify()
  for (const [name, value] of newer) keepOwnSetting(name, value)
}

/** Whether the server has sent what its user keeps, or cannot. */
export const useSettingsHeard = (): boolean => useTurn(({ heard }) => heard)

/** A setting of the signed-in user, and the way to change it; undefined takes it away. */
export function useOwnSetting<T>(name: string): readonly [T | undefined, (value: T | undefined) => void] {
  const user = useSession(({ profile }) => profile?.id)
  useEffect(() => {
    if (user !== undefined) void load(user)
  }, [user])
  const value = useTurn(() => ownSetting(name)) as T | undefined
  return [value ?? undefined, next => keepOwnSetting(name, next)]
}
