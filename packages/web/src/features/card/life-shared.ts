/** What the forms of these acts have in common. */
export interface LifeShared {
  id: number
  changes: readonly string[]
  onDone: () => void
  onCancel: () => void
}
