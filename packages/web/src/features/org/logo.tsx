import { attachmentUrl, companies } from '@forecourt/contract'
import { useState } from 'react'
import type { FormOptions } from '../../kit/form/record-form.tsx'
import { ZoneSelect } from './zone-select.tsx'
import './org.css'

/** A picture of a company, or its first letter where there is none. */
export function Logo({ id, name, small = false }: { id: number | null; name: string; small?: boolean }) {
  const [broken, setBroken] = useState<number>()
  return (
    <span className={small ? 'org-logo org-small' : 'org-logo'}>
      {id !== null && broken !== id ? <img src={attachmentUrl(id)} alt={name} onError={() => setBroken(id)} /> : name.slice(0, 1)}
    </span>
  )
}

/** Logos have a page of their own, where they are cut. */
export const companyForm: FormOptions = {
  fields: Object.keys(companies.body.shape).filter(field => field !== 'bigLogoId' && field !== 'smallLogoId'),
  controls: { timeZone: props => <ZoneSelect {...props} /> },
}
