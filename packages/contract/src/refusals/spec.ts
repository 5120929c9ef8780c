/** A refusal's status, what it says in each language, and the field it is about where there is one. */
export interface ErrorSpec {
  readonly status: number
  readonly field?: string
  readonly zh: string
  readonly en: string
}

/** One thing said in both languages. */
export interface Words {
  readonly zh: string
  readonly en: string
}
