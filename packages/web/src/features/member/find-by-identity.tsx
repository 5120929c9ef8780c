import { members, type Returned } from '@forecourt/contract'
import { useState } from 'react'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { ActForm, DialogForm } from '../../kit/form/forms.tsx'
import { Drill, open, pathTo } from '../../kit/links.ts'
import { grouped } from '../../kit/show.ts'
import { Button } from '../../kit/ui.ts'

type Found = Returned<typeof members.byIdentity>['content']
const nothing: readonly never[] = []

/** 按身份证号查找: by the whole number, which stands in no address. The member is opened; of several one is chosen. */
export function FindByIdentity() {
  const may = useMay(members.byIdentity.permission)
  const [asking, setAsking] = useState(false)
  const [found, setFound] = useState<Found>([])
  const close = () => {
    setAsking(false)
    setFound([])
  }
  const show = (content: Found) => {
    const path = content.length === 1 ? pathTo('members', content[0]!.id) : undefined
    if (!path) return setFound(content)
    close()
    open(path)
  }
  if (!may) return null
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('memberPage.findByIdNumber')}</Button>
      <DialogForm title={t('memberPage.findByIdNumber')} open={asking} onClose={close}>
        <ActForm
          of={members.byIdentity}
          words="members"
          changes={nothing}
          submitLabel={t('memberPage.find')}
          done={({ content }) =>
            content.length === 0 ? t('memberPage.idNumberUnknown') : t('memberPage.idNumberFound', { count: content.length })
          }
          onDone={({ content }) => show(content)}
          onCancel={close}
        />
        {found.length > 0 && (
          <ul>
            {found.map(({ id, name, mobile }) => (
              <li key={id}>
                <Drill to={pathTo('members', id)}>{[name, mobile && grouped(mobile, 'phone')].filter(Boolean).join(' · ')}</Drill>
              </li>
            ))}
          </ul>
        )}
      </DialogForm>
    </>
  )
}
