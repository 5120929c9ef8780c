/** What a payment platform is asked to take. */
export interface Asked {
  /** Our number of the payment, unique at the account: a second call with it is the same payment. At most 32 letters, digits, `_-*`. */
  readonly no: string
  readonly cents: number
  /** What the customer reads. */
  readonly description: string
}

/** What is known of a payment after the platform was asked, or has told us by itself. */
export type Outcome =
  | { readonly state: 'paid'; readonly theirNo: string; readonly cents: number; readonly paidDate: Date }
  /** The customer has still to agree, or has not scanned the code yet. */
  | { readonly state: 'paying' }
  /** Nobody can pay it any more, and nothing of it is kept. */
  | { readonly state: 'closed' }
  /** The platform says that it took nothing. */
  | { readonly state: 'failed'; readonly code: string; readonly words: string }
  /** The platform knows no payment of this number. */
  | { readonly state: 'none' }
  /** No answer, or one that cannot be trusted: money may have moved. */
  | { readonly state: 'unknown'; readonly reason: Doubt }

/** Why an answer, or a notice, is not believed. */
export type Doubt = 'silent' | 'unreachable' | 'status' | 'signature' | 'clock' | 'form' | 'amount' | 'currency' | 'account' | 'busy'

export type RefundOutcome =
  | { readonly state: 'refunded'; readonly theirNo: string; readonly cents: number }
  | { readonly state: 'processing' }
  | { readonly state: 'failed'; readonly code: string; readonly words: string }
  | { readonly state: 'none' }
  | { readonly state: 'unknown'; readonly reason: Doubt }

/** A merchant's account at a platform, with the keys of both sides. */
export interface Credentials {
  readonly appId: string
  readonly merchantNo: string
  /** Secrets by their kind, decrypted; never kept longer than a call needs them. */
  readonly secrets: Readonly<Partial<Record<SecretKind, string>>>
}
export type SecretKind = 'appSecret' | 'merchantKey' | 'merchantPrivateKey' | 'merchantCertificate' | 'platformKey' | 'rootCertificate'

export interface Refund {
  /** Our number of the refund: the same number is the same refund. */
  readonly refundNo: string
  readonly cents: number
  readonly reason: string
}

/** A notice as it arrived, before anything of it is believed. */
export interface Notice {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}
/** What a notice that may be believed says, and of which payment. */
export interface NoticeOf {
  readonly no: string
  readonly outcome: Outcome
}

/** What every platform does for us. None of it throws for what the other side says or leaves unsaid. */
export interface Platform {
  /** Takes money by the code that the customer shows. */
  readonly payByCode: (account: Credentials, asked: Asked & { readonly authCode: string }) => Promise<Outcome>
  /** A link for the customer to scan. */
  readonly showCode: (
    account: Credentials,
    asked: Asked & { readonly noticeUrl: string; readonly until: Date },
  ) => Promise<Outcome | { readonly state: 'shown'; readonly link: string }>
  readonly query: (account: Credentials, asked: Pick<Asked, 'no' | 'cents'>) => Promise<Outcome>
  /** Sees to it that nobody pays any more: a code payment is reversed, a shown code is closed. Only before it is known to be paid. */
  readonly cancel: (account: Credentials, no: string, how: 'code' | 'shown') => Promise<Outcome>
  readonly refund: (account: Credentials, of: Pick<Asked, 'no' | 'cents'>, refund: Refund) => Promise<RefundOutcome>
  readonly queryRefund: (account: Credentials, no: string, refund: Pick<Refund, 'refundNo' | 'cents'>) => Promise<RefundOutcome>
  readonly readNotice: (account: Credentials, notice: Notice) => Promise<NoticeOf | Doubt>
}
