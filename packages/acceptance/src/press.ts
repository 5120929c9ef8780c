import type { Page, Route } from 'playwright-core'
import type { LookAtOverlays } from './overlays.ts'
import { settled } from './visitor.ts'

/** A control as a reader of a report finds it again. */
interface Fault {
  readonly control: string
  readonly what: string
}

/** Everything that can be pressed; links lead to pages that are walked by themselves. */
const controls = [
  'button',
  'summary',
  '[role=button]',
  '[role=tab]',
  '[role=switch]',
  'input[type=checkbox]',
  'input[type=radio]',
  '.ant-select',
  '.ant-picker',
  '.ant-segmented-item',
].join(',')
/** What lies over a page until it is closed. */
const overlays = [
  '[role=dialog]',
  '.ant-dropdown:not(.ant-dropdown-hidden)',
  '.ant-select-dropdown:not(.ant-select-dropdown-hidden)',
  '.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)',
  '.ant-popover:not(.ant-popover-hidden)',
  '.ant-modal-confirm',
].join(',')
/** A menu's entries, a picker's ranges, a dialog's tabs and switches: they are pressed too, and nothing that sends a form is. */
const entries = [
  '.ant-dropdown-menu-item:not(.ant-dropdown-menu-item-disabled)',
  '.ant-select-item-option:not(.ant-select-item-option-disabled)',
  '.ant-picker-presets li',
  '[role=dialog] [role=tab]',
  '[role=dialog] .ant-segmented-item',
].join(',')
const dialogs = '[role=dialog]'
/** What can be chosen within a dialog; its buttons are left alone, for one of them sends the form. */
const choices = ['summary', '[role=switch]', 'input[type=checkbox]', 'input[type=radio]', '.ant-select', '.ant-picker'].join(',')
/** The control of the page, and the one within the dialog that it opened. */
const [outer, inner] = ['data-pressed-now', 'data-pressed-within'] as const
/** More of one kind than these are the same thing again: the rows of a list, the pages of it, the days of a month. */
const mostEntries = 12
/** So many choices of one dialog are pressed; a form of more has more of the same kind. */
const mostChoices = 16
/** What a choice of a dialog opens over it. */
const lists = ['.ant-select-dropdown:not(.ant-select-dropdown-hidden)', '.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)'].join(',')
const patienceMs = 5_000

/** A write is refused before it reaches the server, so that a walk changes nothing; the page has to say so and go on. */
export async function refuseWrites(page: Page): Promise<void> {
  await page.route('**/api/v1/**', refuseWrite)
}

const refuseWrite = (route: Route) => {
  if (route.request().method() === 'GET') return route.fallback()
  const body = { code: 'internal', message: 'This walk changes nothing.', requestId: 'walk' }
  return route.fulfill({ status: 409, contentType: 'application/json', body: JSON.stringify(body) })
}

/** What a page throws, rejects or logs as an error from now on. A call that was refused is logged by the browser itself. */
function listen(page: Page): () => string[] {
  const heard: string[] = []
  page.removeAllListeners('pageerror')
  page.removeAllListeners('console')
  page.on('pageerror', error => heard.push(error.message.split('\n')[0]!))
  page.on('console', message => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) heard.push(message.text().slice(0, 200))
  })
  return () => heard.splice(0)
}

interface Walked {
  readonly pressed: number
  /** What could not be reached with the pointer: it lay under something else, or went away. It is named, and counts as no fault. */
  readonly missed: readonly string[]
  readonly faults: readonly Fault[]
}

/** Which controls are pressed: all, in their order; or so many, each drawn from those that are there. */
export interface Choice {
  readonly most: number
  /** Between 0 and 1. */
  readonly roll: () => number
}
export const everyControl: Choice = { most: Number.POSITIVE_INFINITY, roll: () => 0 }

interface Walk {
  /** Where the controls are. */
  readonly within: string
  readonly look: LookAtOverlays
  readonly choice: Choice
}

/** Presses each control of the page at this address once, or those drawn, and what opens under it, looks at that, and closes it again. */
export async function pressAll(page: Page, address: string, { within, look, choice }: Walk): Promise<Walked> {
  const faults: Fault[] = []
  const heard = listen(page)
  countCalls(page)
  const arrive = async () => {
    await page.goto(address)
    await settled(page)
  }
  await arrive()
  const home = new URL(page.url()).pathname
  const done = new Set<string>()
  const sought = new Set<string>()
  const missed: string[] = []
  const note = async (control: string) => {
    faults.push(...heard().map(what => ({ control, what })))
    // A paper and the like stand outside the shell.
    const where = () => (new URL(page.url()).pathname === home ? within : '#root')
    // A page that is still being fetched is blank for a moment.
    let lost = await page.evaluate(isLost, where())
    for (const deadline = Date.now() + patienceMs; lost && Date.now() < deadline; lost = await page.evaluate(isLost, where())) {
      await page.waitForTimeout(200)
    }
    if (lost) faults.push({ control, what: lost })
    return lost
  }
  await note('the page itself')
  while (done.size < choice.most) {
    const next = await page.evaluate(nextControl, { within, controls, done: [...done], mark: outer, at: choice.roll() })
    if (!next) break
    const reached = await clicked(page)
    await still(page)
    // A control that was drawn anew while it was being pressed is sought once more.
    if (!reached && !sought.has(next)) {
      sought.add(next)
      continue
    }
    done.add(next)
    if (!reached) missed.push(next)
    faults.push(...(await openedBy(page, next, heard, look)))
    const lost = await note(next)
    if (lost || new URL(page.url()).pathname !== home) await arrive()
  }
  return { pressed: done.size - missed.length, missed, faults }
}

/** Presses the control that is marked. @returns whether the pointer reached it */
async function clicked(page: Page, mark: string = outer): Promise<boolean> {
  try {
    await page.locator(`[${mark}]`).click({ timeout: patienceMs })
    return true
  } catch {
    return false
  }
}

/** What a control opened: its entries are pressed, each after it was opened anew, and it closes by Escape or by its own button. */
async function openedBy(page: Page, control: string, heard: () => string[], look: LookAtOverlays): Promise<Fault[]> {
  const faults = await lookedAt(page, control, look)
  const names = await page
    .locator(overlays)
    .locator('visible=true')
    .locator(entries)
    .allInnerTexts()
    .catch(() => [])
  for (const name of [...new Set(names.map(each => each.trim()))].filter(Boolean).slice(0, mostEntries)) {
    const entry = () => page.locator(entries).filter({ hasText: name }).locator('visible=true').first()
    if ((await entry().count()) === 0) {
      await clicked(page)
      await still(page)
    }
    if ((await entry().count()) === 0) break
    await entry()
      .click({ timeout: patienceMs })
      .catch(() => undefined)
    await still(page)
    faults.push(...heard().map(what => ({ control: `${control} › ${name}`, what })))
    faults.push(...(await lookedAt(page, `${control} › ${name}`, look)))
    if (!(await page.locator(`[${outer}]`).count())) break
    if (!(await entry().count())) faults.push(...(await closed(page, `${control} › ${name}`)))
  }
  faults.push(...(await chosenWithin(page, control, heard, look)))
  return [...faults, ...(await closed(page, control))]
}

/** Opens each list, calendar and switch of the dialog that is open, and opens the dialog again where closing them closed it. */
async function chosenWithin(page: Page, control: string, heard: () => string[], look: LookAtOverlays): Promise<Fault[]> {
  const faults: Fault[] = []
  const isOpen = async () => (await page.locator(dialogs).locator('visible=true').count()) > 0
  const done: string[] = []
  while (done.length < mostChoices) {
    if (!(await isOpen())) {
      if (done.length === 0 || !(await clicked(page))) break
      await still(page)
    }
    const next = await page.evaluate(nextControl, { within: dialogs, controls: choices, done, mark: inner, at: 0 })
    if (!next) break
    done.push(next)
    await clicked(page, inner)
    await still(page)
    faults.push(...heard().map(what => ({ control: `${control} › ${next}`, what })))
    faults.push(...(await lookedAt(page, `${control} › ${next}`, look)))
    if ((await page.locator(lists).locator('visible=true').count()) > 0) {
      await page.keyboard.press('Escape')
      await still(page)
    }
  }
  return faults
}

const lookedAt = async (page: Page, control: string, look: LookAtOverlays): Promise<Fault[]> =>
  (await page.locator(overlays).locator('visible=true').count()) === 0 ? [] : (await look(page)).map(what => ({ control, what }))

/** Closes what lies over the page as its user does. */
async function closed(page: Page, control: string): Promise<Fault[]> {
  const open = () => page.locator(overlays).locator('visible=true')
  for (let turn = 0; turn < 6; turn++) {
    if ((await open().count()) === 0) return []
    if (turn < 2) await page.keyboard.press('Escape')
    else await page.evaluate(pressCancel, overlays)
    await still(page)
  }
  if ((await open().count()) === 0) return []
  const title = (await open().first().innerText()).split('\n')[0]
  return [{ control, what: `“${title}” cannot be closed` }]
}

/** Until what was asked for is there and the page has nothing left to do; one that never comes to rest is looked at all the same. */
async function still(page: Page): Promise<void> {
  const idle = () => page.evaluate(() => new Promise(done => requestIdleCallback(() => setTimeout(done, 20), { timeout: 300 })))
  const deadline = Date.now() + patienceMs
  do await idle().catch(() => undefined)
  while ((asking.get(page) ?? 0) > 0 && Date.now() < deadline)
  await idle().catch(() => undefined)
}

/** How many calls of a page are not answered yet. */
const asking = new WeakMap<Page, number>()
function countCalls(page: Page): void {
  if (asking.has(page)) return
  asking.set(page, 0)
  const add = (many: number) => asking.set(page, Math.max(0, asking.get(page)! + many))
  page.on('request', () => add(1))
  page.on('requestfinished', () => add(-1))
  page.on('requestfailed', () => add(-1))
}

interface Sought {
  readonly within: string
  readonly controls: string
  /** What was pressed already. */
  readonly done: string[]
  readonly mark: string
  /** Which of those that are left, between the first (0) and the last (1). */
  readonly at: number
}

/** Read in the page. Marks a control that was not pressed yet. @returns what it is called */
function nextControl({ within, controls: kinds, done, mark, at }: Sought): string | undefined {
  const place = [...document.querySelectorAll<HTMLElement>(within)].findLast(each => each.checkVisibility())
  document.querySelector(`[${mark}]`)?.removeAttribute(mark)
  const known = new Set(done)
  const nameOf = (element: HTMLElement): string => {
    const labelled = element.getAttribute('aria-label') ?? element.closest('label')?.textContent ?? element.textContent ?? ''
    const inner = element.querySelector('[aria-label]')?.getAttribute('aria-label') ?? ''
    const group = element.closest('[role=group],[role=radiogroup],section,form')
    const of = group?.getAttribute('aria-label') ?? group?.querySelector('h2,h3')?.textContent ?? ''
    const kind = element.getAttribute('role') ?? element.tagName.toLowerCase()
    return [of.trim(), kind, (labelled.trim() || inner || element.id).replace(/[\d.,]+/g, '#').slice(0, 60)].filter(Boolean).join(' / ')
  }
  const left = new Map<string, HTMLElement>()
  for (const element of place?.querySelectorAll<HTMLElement>(kinds) ?? []) {
    if (!element.checkVisibility({ visibilityProperty: true }) && !element.closest('label')?.checkVisibility()) continue
    if (element.matches(':disabled,[aria-disabled=true],.ant-select-disabled,.ant-picker-disabled')) continue
    // A part of a control that is pressed as a whole, and the rows after the first, which have the same controls.
    if (element.parentElement?.closest('.ant-select,.ant-picker,.ant-segmented-item')) continue
    if (element.closest('tbody tr:nth-child(n+3)')) continue
    const name = nameOf(element)
    if (!known.has(name) && !left.has(name)) left.set(name, element)
  }
  const [name, element] = [...left][Math.floor(at * left.size)] ?? []
  const target = element?.matches('input') ? (element.closest('label') ?? element) : element
  target?.setAttribute(mark, '')
  return name
}

/** Read in the page. Presses what leaves a dialog without doing anything; a form that asks whether to leave is left. */
function pressCancel(over: string): void {
  const words = /取消|关闭|离开|放弃|返回|cancel|close|leave|discard|back/i
  const shown = [...document.querySelectorAll<HTMLElement>(over)].filter(each => each.checkVisibility()).at(-1)
  const buttons = [...(shown?.querySelectorAll<HTMLElement>('button') ?? [])]
  buttons.find(each => words.test(each.textContent ?? '') || words.test(each.getAttribute('aria-label') ?? ''))?.click()
}

/** Read in the page. @returns what is wrong with it as a whole */
function isLost(within: string): string | undefined {
  const place = [...document.querySelectorAll<HTMLElement>(within)].find(each => each.checkVisibility())
  if (!place || (place.textContent ?? '').trim() === '') return 'the page is blank'
  const dead = document.querySelector<HTMLElement>('.dead-end[role=alert]')
  return dead?.checkVisibility() ? `the page failed: ${(dead.textContent ?? '').slice(0, 160)}` : undefined
}
