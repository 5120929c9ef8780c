import { allows, transportActs, transportCalls, transports } from '@forecourt/contract'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { ActButton } from '../../kit/form/act-button.tsx'
import { useGo } from '../../kit/page/use-go.ts'
import { Button } from '../../kit/ui.ts'
import { useRemove } from '../../kit/use-remove.ts'
import type { Transport } from './transport-form.tsx'

const changes = ['transports', 'incomingTransports', 'depots', 'auditLogs']
export const billOf = ({ billNo }: Pick<Transport, 'billNo'>): string => billNo || t('transport.noBill')

interface ActsProps {
  transport: Transport
  /** As buttons of a page; else as those of a row. */
  ofPage?: boolean
  onGone?: () => void
}

/** What its status allows: loading and editing; on its page also taking the loading back, cancelling and deleting. */
export function TransportActs({ transport, ofPage = false, onGone }: ActsProps) {
  const { id, status } = transport
  const go = useGo()
  const mayWrite = useMay(transports.create.permission)
  const remove = useRemove(transports, billOf)
  const look = ofPage ? {} : ({ type: 'link', size: 'small' } as const)
  if (!mayWrite) return null
  const reasoned = { id, words: 'transports', fields: ['reason'], changes, button: look } as const
  // What is done stands on the button that does it, and to which load in the head of the question.
  const named = (label: string) => ({ label, submitLabel: label, title: `${label}${t('kit.colon')}${billOf(transport)}` })
  const gone = async () => {
    await remove(transport)
    onGone?.()
  }
  return (
    <>
      {allows(transportActs.load, status) && <LoadAct transport={transport} ofPage={ofPage} />}
      {allows(transportActs.update, status) && (
        <Button {...look} onClick={() => go('editTransportInfo', { id })}>
          {t('kit.edit')}
        </Button>
      )}
      {ofPage && allows(transportActs.takeBackLoading, status) && (
        <ActButton
          {...reasoned}
          {...named(t('transport.takeBackLoading'))}
          of={transportCalls.takeBackLoading}
          done={t('transport.tookBackLoading')}
        />
      )}
      {ofPage && allows(transportActs.cancel, status) && (
        <ActButton {...reasoned} {...named(t('transport.cancel'))} of={transportCalls.cancel} done={t('transport.cancelled')} danger />
      )}
      {allows(transportActs.delete, status) && ofPage && (
        <Button {...look} danger onClick={() => void gone()}>
          {t('kit.delete')}
        </Button>
      )}
    </>
  )
}

const fields = ['billNo', 'deliveryTime', 'density', 'deliveredKg', 'typedCl', 'plate']
/** What was ordered stands there to be put right by the bill of lading. */
function LoadAct({ transport, ofPage }: Required<Pick<ActsProps, 'transport' | 'ofPage'>>) {
  const { id, billNo, deliveryTime, density, deliveredKg, typedCl, plate } = transport
  return (
    <ActButton
      of={transportCalls.load}
      id={id}
      words="transports"
      fields={fields}
      changes={changes}
      defaults={{ billNo, deliveryTime, density, deliveredKg, typedCl, plate }}
      label={t('transport.load')}
      title={t('transport.loadTitle', { billNo: billOf(transport) })}
      submitLabel={t('transport.load')}
      done={t('transport.loaded')}
      button={ofPage ? { type: 'primary' } : { type: 'link', size: 'small' }}
    />
  )
}
