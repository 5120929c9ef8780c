import { members } from '@forecourt/contract'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { useToast } from '../../kit/feedback/toast.ts'
import { Button } from '../../kit/ui.ts'
import type { Member } from './member-row.ts'

/** The ID number as it is shown, and in full for anyone who may see it: each time is noted. */
export function IdentityButton({ member: { id, idNumberMask } }: { member: Member }) {
  const mayLook = useMay(members.identity.permission)
  const [whole, setWhole] = useState<string | null>(null)
  const toast = useToast()
  if (idNumberMask === null) return <span className="k-dash">—</span>
  const look = async () => {
    try {
      setWhole((await call(members.identity, { id })).idNumber)
    } catch (error) {
      toast.failed(error)
    }
  }
  return (
    <>
      <span className="k-number">{whole ?? idNumberMask}</span>{' '}
      {mayLook && (
        <Button type="link" size="small" onClick={() => (whole === null ? void look() : setWhole(null))}>
          {t(whole === null ? 'memberPage.showIdNumber' : 'memberPage.hideIdNumber')}
        </Button>
      )}
    </>
  )
}
