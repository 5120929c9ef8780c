import { errors, wordsOf, type ErrorCode, type Language } from '@forecourt/contract'

/** A request the domain declines. Expected, worded for the user, never a bug; its status and words are in the contract. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly detail: Record<string, unknown>
  constructor(code: ErrorCode, detail: Record<string, unknown> = {}) {
    super(code)
    this.code = code
    this.detail = detail
  }
  get status(): number {
    return errors[this.code].status
  }

  /** As it travels. `field` is the one it is about: the detail's own, else the one its code names. */
  body(language: Language) {
    const {
      code,
      detail: { field, position, ...detail },
    } = this
    const about = field ?? (errors[code] as { field?: string }).field
    return {
      code,
      message: wordsOf(code, language, this.detail),
      ...(about !== undefined && { field: about }),
      ...(position !== undefined && { position }),
      ...(Object.keys(detail).length > 0 && { detail }),
    }
  }

  /** As a preview tells of it, where it is an answer and no refusal. */
  worded(language: Language): { code: string; message: string; field: string | null } {
    const { field = (errors[this.code] as { field?: string }).field ?? null } = this.detail as { field?: string }
    return { code: this.code, message: wordsOf(this.code, language, this.detail), field }
  }
}

export function refuse(code: ErrorCode, detail?: Record<string, unknown>): never {
  throw new Refusal(code, detail)
}

/** A thing that cannot be, unless the code is wrong. Answers 500, wakes someone. */
export function assert(condition: unknown, invariant: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${invariant}`)
}
