import type { Refusals } from '../declaration.ts'

/** Messages on their way out, and jobs. */
export const refusals = {
  'message.tooMany': {
    status: 429,
    zh: '近一小时内已多次向 {recipient} 发送消息，请稍后再试',
    en: 'Several messages were sent to {recipient} in the past hour. Please try again later.',
  },
  'message.underWay': { status: 409, zh: '消息正在等待或发送中', en: 'The message is already waiting or being sent' },
  'message.expired': {
    status: 410,
    zh: '消息中的链接已使用、已更换或已过期，请重新生成',
    en: 'The link in this message has been used, replaced or has expired. Please create a new one.',
  },
  'message.left': { status: 409, zh: '消息已发出或已结束，不能取消', en: 'The message has been sent or has ended and cannot be cancelled' },
  'job.underWay': { status: 409, zh: '任务正在运行或已完成', en: 'The job is running or has already finished' },
  'check.ended': { status: 409, zh: '校验已结束，无需取消', en: 'The check has already ended; there is nothing to cancel' },
  'job.asked': { status: 409, zh: '同一任务已在等待', en: 'The same job is already waiting' },
} as const satisfies Refusals
