import type { Locator } from 'playwright-core'

/** The rows of figures that are beyond tolerance, in a dialog that settles. */
export const beyondRows = (dialog: Locator): Locator =>
  dialog.getByRole('table', { name: /^(超出允许范围的差异|Differences beyond tolerance)$/ }).locator('tbody tr')

/** Waits until the differences are judged, types each figure that is beyond tolerance as it stands there, and gives a reason. */
export async function confirmFigures(dialog: Locator, reason = 'Checked with the cashier'): Promise<void> {
  await dialog.getByText(/正在核对差异|Checking the differences/).waitFor({ state: 'hidden' })
  const rows = beyondRows(dialog)
  for (const row of await rows.all()) await row.locator('input').fill(await row.locator('td').first().innerText())
  if ((await rows.count()) > 0) await dialog.getByLabel(/^(差异原因|Reason for the difference)$/).fill(reason)
}
