import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { said } from '@forecourt/contract'
import { Button, Input, Modal } from 'antd'
import { useId, useState, type KeyboardEvent } from 'react'
import { language, t } from '../../i18n/index.ts'
import type { ScriptControlProps } from './control-props.ts'

type Pairs = Record<string, string | number>

/** Values by their keys; a pair is added in a dialog, and a key that is there already gets the new value. */
export function PairsInput({ field, value, onChange, disabled, id, ...rest }: ScriptControlProps) {
  const [adding, setAdding] = useState(false)
  const pairs = (value ?? {}) as Pairs
  const remove = (gone: string) => onChange(Object.fromEntries(Object.entries(pairs).filter(([key]) => key !== gone)))
  return (
    <div className="k-pairs" role="group" id={id} aria-labelledby={rest['aria-labelledby']} aria-describedby={rest['aria-describedby']}>
      {Object.keys(pairs).length === 0 ? (
        <p className="k-help">{t('script.noPairs')}</p>
      ) : (
        <dl>
          {Object.entries(pairs).map(([key, text]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{text}</dd>
              <dd>
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined aria-hidden />}
                  disabled={disabled}
                  aria-label={t('script.removePair', { key })}
                  onClick={() => remove(key)}
                />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Button icon={<PlusOutlined aria-hidden />} disabled={disabled} onClick={() => setAdding(true)}>
        {t('script.addPair')}
      </Button>
      <PairDialog
        title={t('script.addPairTo', { name: said(field.name, language()) })}
        open={adding}
        onClose={() => setAdding(false)}
        onAdd={(key, text) => onChange({ ...pairs, [key]: text })}
      />
    </div>
  )
}

/** Enter adds. The dialog stands within a form whose own keys these are not. */
const addedBy = (add: () => void) => (event: KeyboardEvent) => {
  event.stopPropagation()
  if (event.key !== 'Enter') return
  // Else the same press would open the dialog again: the focus goes back to the button that opened it.
  event.preventDefault()
  add()
}

interface PairDialogProps {
  title: string
  open: boolean
  onClose: () => void
  onAdd: (key: string, text: string) => void
}

function PairDialog({ title, open, onClose, onAdd }: PairDialogProps) {
  const id = useId()
  const [{ key, text }, setPair] = useState({ key: '', text: '' })
  const [refused, setRefused] = useState(false)
  const close = () => {
    setPair({ key: '', text: '' })
    setRefused(false)
    onClose()
  }
  const add = () => {
    if (key.trim() === '' || text.trim() === '') return setRefused(true)
    onAdd(key.trim(), text.trim())
    close()
  }
  const press = addedBy(add)
  return (
    <Modal
      title={title}
      open={open}
      onCancel={close}
      onOk={add}
      okText={t('kit.ok')}
      cancelText={t('kit.cancel')}
      mask={{ closable: false }}>
      <div className="k-form">
        <label className="k-field" htmlFor={`${id}-key`}>
          {t('script.key')}
          <Input
            id={`${id}-key`}
            autoFocus
            autoComplete="off"
            value={key}
            onKeyDown={press}
            onChange={event => setPair(now => ({ ...now, key: event.target.value }))}
          />
        </label>
        <label className="k-field" htmlFor={`${id}-value`}>
          {t('script.value')}
          <Input
            id={`${id}-value`}
            autoComplete="off"
            value={text}
            onKeyDown={press}
            onChange={event => setPair(now => ({ ...now, text: event.target.value }))}
          />
        </label>
        {refused && (
          <p className="k-fault" role="alert">
            {t('script.fillCompletely')}
          </p>
        )}
      </div>
    </Modal>
  )
}
