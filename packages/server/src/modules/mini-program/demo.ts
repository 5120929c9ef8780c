import type { Parsed, miniprograms } from '@forecourt/contract'
import type { DemoAct, DemoStage } from '../../platform/module.ts'
import { addMiniProgram } from './mini-program.ts'

type Program = Pick<Parsed<typeof miniprograms.create>['body'], 'name' | 'type' | 'appId' | 'linkPrefix' | 'secret'>

/** Of customers and of staff; one has no prefix yet, so that its codes are refused. */
const programs: readonly Program[] = [
  {
    name: '加油小程序 Fuel app',
    type: 'wxUser',
    appId: 'wx5e1f0c7a93b2d846',
    linkPrefix: 'https://riverside.example/mp/',
    secret: 'demo-secret-of-the-fuel-app-0001',
  },
  { name: '河畔石油服务号 Riverside', type: 'mpUser', appId: 'wx70b9d3a1c5e8f264', linkPrefix: 'https://riverside.example/oa?from=oa' },
  { name: '员工助手 Staff app', type: 'wxManager', appId: 'wx2c84e6f1a09d37b5', linkPrefix: '' },
  { name: '支付宝加油 Fuel on Alipay', type: 'aliUser', appId: '2021004126385097', linkPrefix: '' },
]

/** The company of several stations is on customers' phones; the smaller one has not authorized anything. */
export const programsOfDemo = ({ from, stations, within }: DemoStage): DemoAct[] => {
  const begun = new Date(from.getTime() + 7 * 3_600_000)
  const add = () =>
    within(begun, async ctx => {
      for (const program of programs) await addMiniProgram(ctx, { disabled: false, ...program })
    })
  return stations.length > 1 ? [{ at: begun, run: add }] : []
}
