import { z } from 'zod'

/** 新会员礼, 充值礼, 消费礼, 生日礼, 沉睡唤醒, 定向发券, 直降: what makes an activity give something. */
export const ActivityKind = z.enum(['newMember', 'topUp', 'purchase', 'birthday', 'lapsed', 'issue', 'price'])
export type ActivityKind = z.output<typeof ActivityKind>
