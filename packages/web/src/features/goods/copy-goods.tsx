import './shop.css'
import { items, stations, type Returned, type RowOf } from '@forecourt/contract'
import { call } from '../../core/api.ts'
import { count } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import type { ControlProps } from '../../kit/form/control-props.ts'
import { ActForm, DialogForm } from '../../kit/form/forms.tsx'
import type { Values } from '../../kit/form/values.ts'
import { labelOf } from '../../kit/label.ts'
import { ReferencesSelect } from '../../kit/reference.tsx'
import { Alert } from '../../kit/ui.ts'

type Item = RowOf<typeof items>
type Preview = Returned<typeof items.copy>
const most = 500

/** 复制到油站: what is missing there is added, what differs is changed, and what that is stands there before it is done. */
export function CopyGoods({ rows, onClose }: { rows: readonly Item[]; onClose: () => void }) {
  const here = rows[0]!.stationId
  const itemIds = rows.map(({ id }) => id)
  const chooseStations = ({ id, value, onChange, disabled }: ControlProps) => (
    <ReferencesSelect
      {...{ id, value, onChange, disabled }}
      resource={stations.name}
      conditions={[`id<>${here}`]}
      placeholder={t('kit.chooseOne')}
    />
  )
  const wanted = ({ stationIds }: Values) => ((stationIds ?? []) as number[]).length > 0
  return (
    <DialogForm title={t('shop.copyOf', { count: count(rows.length) })} open onClose={onClose} width={640}>
      {rows.length > most ? (
        <Alert type="warning" showIcon title={t('shop.tooMany', { most: count(most) })} />
      ) : (
        <ActForm<typeof items.copy, Preview>
          of={items.copy}
          words="itemCopy"
          fields={['stationIds']}
          defaults={{ itemIds }}
          controls={{ stationIds: chooseStations }}
          preview={values =>
            wanted(values)
              ? {
                  key: ['items', 'copy', itemIds, values['stationIds']],
                  read: signal =>
                    call(items.copy, { body: { itemIds, stationIds: values['stationIds'] as number[], preview: true } }, { signal }),
                }
              : undefined
          }
          effect={(_, preview) => preview && <Effect preview={preview} />}
          changes={['items', 'categories', 'auditLogs']}
          submitLabel={t('shop.copy')}
          done={t('shop.copyDone')}
          onDone={onClose}
          onCancel={onClose}
        />
      )}
    </DialogForm>
  )
}

const shownMost = 8
const fieldWord = (name: string) => labelOf({ owner: items.name, name: name.replace(/Id$/, '') })

function Effect({ preview }: { preview: Preview }) {
  return (
    <ul className="shop-copy">
      {preview.content.map(({ stationId, station, added, changed, unchanged, changes, refused }) => (
        <li key={stationId}>
          <b>{station}</b> {t('shop.copyEffect', { added: count(added), changed: count(changed), unchanged: count(unchanged) })}
          {changes.length + refused.length > 0 && (
            <ul>
              {changes.slice(0, shownMost).map(({ code, name, fields }) => (
                <li key={code}>{t('shop.copyChanges', { name, code, fields: fields.map(fieldWord).join(t('kit.comma')) })}</li>
              ))}
              {refused.slice(0, shownMost).map(({ code, name, reason }) => (
                <li key={code} className="k-minus">
                  {t(`shop.copyRefused_${reason}`, { name, code })}
                </li>
              ))}
              {Math.max(changes.length, refused.length) > shownMost && <li>{t('shop.more')}</li>}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}
