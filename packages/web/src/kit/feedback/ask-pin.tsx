import { users, type Sent } from '@forecourt/contract'
import { Input, type InputRef } from 'antd'
import { useEffect, useRef, type ReactNode } from 'react'
import { call, newAct } from '../../core/api.ts'
import { session } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { dialogsOrSay } from './dialogs.ts'
import { wordsOfError } from './states.tsx'

/** What is done, to what, and for how much: the proof holds for this and nothing else. */
export type ProvenAction = Omit<Sent<typeof users.verifyPin>['body'], 'pin'>

/** The PIN was not entered: nothing was done, and nothing went wrong. */
export class Declined extends Error {}

const whole = (pin: string) => /^\d{6}$/.test(pin)

/**
 * Asks for one's own PIN before what is one's own responsibility, and gives the proof that goes along with the action.
 * A wrong PIN is said in the dialog, which stays. @throws Declined
 */
export function useAskPin(): (action: ProvenAction) => Promise<string> {
  return async action => {
    const modal = (await dialogsOrSay())?.modal
    if (!modal) throw new Declined()
    return new Promise((resolve, reject) => {
      let pin = '',
        busy = false
      const prove = async (close: () => void) => {
        if (!whole(pin) || busy) return
        busy = true
        dialog.update({ okButtonProps: { loading: true } })
        try {
          const { proof } = await call(users.verifyPin, { id: session().profile!.id, body: { ...action, pin } }, { act: newAct() })
          resolve(proof)
          close()
        } catch (error) {
          dialog.update({ content: boxOf(wordsOfError(error)), okButtonProps: { loading: false, disabled: true } })
        } finally {
          busy = false
        }
      }
      const type = (typed: string) => {
        pin = typed
        dialog.update({ okButtonProps: { disabled: !whole(typed) } })
      }
      const boxOf = (fault?: string): ReactNode => (
        <PinBox key={fault ?? ''} fault={fault} onType={type} onEnter={() => void prove(() => dialog.destroy())} />
      )
      const dialog = modal.confirm({
        title: t('kit.pinTitle'),
        content: boxOf(),
        okText: t('kit.ok'),
        cancelText: t('kit.cancel'),
        okButtonProps: { disabled: true },
        width: 'max(30%, 320px)',
        style: { top: '14vh' },
        mask: { closable: false },
        onOk: (close: () => void) => void prove(close),
        onCancel: () => reject(new Declined()),
      })
    })
  }
}

/** Six digits, begun anew after each wrong try. */
function PinBox({ fault, onType, onEnter }: { fault: string | undefined; onType: (pin: string) => void; onEnter: () => void }) {
  const box = useRef<InputRef>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <>
      <p>{t('kit.pinHelp')}</p>
      <label>
        {t('kit.pin')}
        <Input.Password
          ref={box}
          status={fault ? 'error' : ''}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          visibilityToggle={false}
          onChange={event => onType(event.target.value)}
          onPressEnter={onEnter}
        />
      </label>
      <p role="alert" className="k-fault">
        {fault}
      </p>
    </>
  )
}
