import type { Language } from '@forecourt/contract'

export interface LinkFacts {
  readonly name: string
  readonly company: string
  /** In the zone of anyone who reads it. */
  readonly until: string
}
type Words = (facts: LinkFacts) => { subject: string; text: string }

/** Where the link stands. The link itself lies apart. */
export const linkMark = '{link}'
/** Where a code stands. */
export const codeMark = '{code}'

export interface CodeFacts {
  readonly company: string
  readonly minutes: number
}

/** What is written, in the recipient's language; the same for mail and SMS. */
export const templates = {
  invitation: {
    zh: ({ name, company, until }) => ({
      subject: `${company}邀请您使用油站通`,
      text: `${name}，您好！${company}已为您开通油站通账号。请在 ${until} 前打开链接设置密码，链接只能使用一次：\n${linkMark}\n如非本人操作，请忽略。`,
    }),
    en: ({ name, company, until }) => ({
      subject: `${company} invites you to Forecourt`,
      text:
        `Hello ${name}, ${company} has opened a Forecourt account for you. ` +
        `Set your password with this link before ${until}. It works only once:\n${linkMark}\n` +
        'If you did not expect this message, please ignore it.',
    }),
  },
  passwordReset: {
    zh: ({ name, company, until }) => ({
      subject: `重新设置您的油站通密码`,
      text: `${name}，您好！请在 ${until} 前打开链接，重新设置您在${company}的油站通密码，链接只能使用一次：\n${linkMark}\n如非本人操作，请告知管理员。`,
    }),
    en: ({ name, company, until }) => ({
      subject: 'Reset your Forecourt password',
      text:
        `Hello ${name}, reset your Forecourt password at ${company} before ${until} with this link. It works only once:\n${linkMark}\n` +
        'If you did not request this, please inform your administrator.',
    }),
  },
} as const satisfies Record<string, Record<Language, Words>>

/** What is written with a code, which lies apart as a link does. */
export const codeTemplates = {
  memberCode: {
    zh: ({ company, minutes }) => ({
      subject: `${company}微信绑定验证码`,
      text: `【${company}】您正在绑定微信，验证码 ${codeMark}，${minutes} 分钟内有效。请勿告知他人。`,
    }),
    en: ({ company, minutes }) => ({
      subject: `${company}: code for WeChat`,
      text: `${company}: your code to bind WeChat is ${codeMark}. It is valid for ${minutes} minutes. Do not share it.`,
    }),
  },
} as const satisfies Record<string, Record<Language, (facts: CodeFacts) => { subject: string; text: string }>>

export interface LowBalanceFacts {
  readonly company: string
  /** The last digits of the card's number. */
  readonly tail: string
  /** The fleet of the card, if it is one's. */
  readonly fleet: string | null
  /** Whether it is the card that the fleet's money is on, and its leader who is told. */
  readonly isMaster: boolean
  readonly balance: string
  readonly level: string
  /** On the clocks of the company. */
  readonly at: string
}

/** What the holder of a card, or the leader of a fleet, is told when the balance has fallen below the level. */
export const lowBalanceWords: Record<Language, (facts: LowBalanceFacts) => { subject: string; text: string }> = {
  zh: ({ company, tail, fleet, isMaster, balance, level, at }) => {
    const card = isMaster ? `${fleet ?? ''}主卡（尾号 ${tail}）` : `您的卡（尾号 ${tail}${fleet ? `，${fleet}` : ''}）`
    const what = fleet && !isMaster ? '如需增加额度，请联系单位负责人。' : '请及时充值。'
    return { subject: `${company}：余额提醒`, text: `【${company}】${card}余额 ${balance}，已低于 ${level}（${at}）。${what}` }
  },
  en: ({ company, tail, fleet, isMaster, balance, level, at }) => {
    const ofFleet = fleet ? ` of ${fleet}` : ''
    const card = isMaster ? `the master card${ofFleet} ending in ${tail}` : `your card${ofFleet} ending in ${tail}`
    const what = fleet && !isMaster ? 'Ask the leader of your fleet if you need more.' : 'Please top it up in time.'
    return {
      subject: `${company}: low balance notice`,
      text: `${company}: the balance of ${card} is ${balance}, below ${level} (${at}). ${what}`,
    }
  },
}

export type TemplateName = keyof typeof templates
