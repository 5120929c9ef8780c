import { configDefaults, measurements } from '@forecourt/contract'
import { measured } from '@forecourt/contract/measure/case.ts'
import { isFigure, type Measured, type MeasureSettings } from '@forecourt/contract/measure/terms.ts'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import type { Module } from '../../platform/module.ts'
import { settingsOfCompany, settingsOfStation } from '../org/index.ts'

/** How the company at hand measures: that of the chosen station, the chosen company, or the caller's only one. */
export async function measureSettings(ctx: Ctx): Promise<MeasureSettings> {
  const { stationId, companyId, companyIds } = ctx.scope
  if (stationId !== undefined) return (await settingsOfStation(ctx, stationId)).measurement
  const only = companyId ?? (companyIds.length === 1 ? companyIds[0] : undefined)
  return only === undefined ? configDefaults.measurement : (await settingsOfCompany(ctx, only)).measurement
}

/** As it is answered: the figure, or why there is none. */
export const answerOf = (result: Measured) =>
  isFigure(result)
    ? { figure: { ...result, inputs: [...result.inputs], steps: [...result.steps] }, none: null }
    : { figure: null, none: result }

const measure = handle(measurements, async (ctx, { body }) => {
  const settings = await measureSettings(ctx)
  const content = body.cases.map(({ standard, reference, mode, ...asked }) => {
    const by = { standard: standard ?? settings.standard, reference: reference ?? settings.reference, mode: mode ?? settings.mode }
    return answerOf(measured(asked, by))
  })
  return { settings, content }
})

export const measureModule = { name: 'measure', handlers: [measure] } satisfies Module
