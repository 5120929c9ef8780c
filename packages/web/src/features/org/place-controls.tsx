import { geocodes, type Returned } from '@forecourt/contract'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { t } from '../../i18n/index.ts'
import { wordsOfError } from '../../kit/feedback/states.tsx'
import type { OwnControl } from '../../kit/form/fields-form.tsx'
import { Control } from '../../kit/form/control.tsx'
import { UploadInput } from '../../kit/upload/upload-input.tsx'
import { Button, Input } from '../../kit/ui.ts'
import { StationMap, written } from './station-map.tsx'
import { ZoneSelect } from './zone-select.tsx'

type Found = Returned<typeof geocodes>['content']

/** An address, and where that is: what is known here is offered, what is not is said. @source spec 1 §8 "Address lookup failed" */
type OwnProps = Parameters<OwnControl>[0]

function Address({ field: _field, values: _values, change, value, onChange, ...rest }: OwnProps) {
  const [found, setFound] = useState<Found>()
  const [failed, setFailed] = useState<string>()
  const [busy, setBusy] = useState(false)
  const lookUp = async () => {
    setBusy(true)
    setFailed(undefined)
    setFound(undefined)
    try {
      setFound((await call(geocodes, { query: { address: String(value ?? '') } })).content)
    } catch (error) {
      setFailed(wordsOfError(error))
    } finally {
      setBusy(false)
    }
  }
  const take = (one: Found[number]) => {
    change('longitude', one.longitude)
    change('latitude', one.latitude)
    setFound(undefined)
  }
  return (
    <>
      <Input.Search
        {...rest}
        value={value ?? ''}
        maxLength={200}
        autoComplete="off"
        loading={busy}
        enterButton={t('stationMap.lookUp')}
        onChange={event => onChange?.(event.target.value)}
        onSearch={text => text.trim() && void lookUp()}
      />
      <div className="org-found" aria-live="polite">
        {failed && <span className="k-fault">{failed}</span>}
        {found?.map(one => (
          <Button key={`${one.longitude},${one.latitude},${one.name}`} type="link" size="small" onClick={() => take(one)}>
            {one.name} · {written(one)} · {t(`stationMap.from_${one.from}`)}
          </Button>
        ))}
      </div>
    </>
  )
}

/** The second of the two coordinates, and the map that both stand for. */
const Latitude: OwnControl = ({ values, change, ...rest }) => (
  <>
    <Control {...rest} />
    <StationMap
      value={{ longitude: values['longitude'] as number | null | undefined, latitude: rest.value }}
      own={values['id'] as number | undefined}
      onChange={
        rest.disabled
          ? undefined
          : ({ longitude, latitude }) => {
              change('longitude', longitude)
              change('latitude', latitude)
            }
      }
    />
  </>
)

const Picture: OwnControl = ({ values: _values, change: _change, field: _field, onChange, ...rest }) => (
  <UploadInput {...rest} type="stationPicture" crop={{ aspect: 16 / 9 }} onChange={id => onChange?.(id ?? null)} />
)

/** The controls of a station’s form that are its own. */
export const placeControls: Record<string, OwnControl> = {
  // A form calls its controls as plain functions; one that remembers something is a component within.
  address: props => <Address {...props} />,
  latitude: Latitude,
  pictureId: Picture,
  timeZone: props => <ZoneSelect {...props} />,
}
