import { companies } from '@forecourt/contract'
import type { FormOptions } from '../../kit/form/record-form.tsx'
import { StoredPicture } from '../../kit/picture/stored-picture.tsx'
import { ZoneSelect } from './zone-select.tsx'
import './org.css'

interface LogoProps {
  id: number | null
  name: string
  /** The long logo beside the open menu, the square one beside the folded, or the square one in a line of a list. */
  shape: 'long' | 'square' | 'small'
}

/** A picture of a company, or its first letter where there is none. */
export const Logo = ({ id, name, shape }: LogoProps) => (
  <span className={`org-logo org-${shape}`}>
    <StoredPicture id={id} alt={name} fallback={name.slice(0, 1)} lazy={shape === 'small'} />
  </span>
)

/** Logos have a page of their own, where they are cut. */
export const companyForm: FormOptions = {
  fields: Object.keys(companies.body.shape).filter(field => field !== 'bigLogoId' && field !== 'smallLogoId'),
  controls: { timeZone: props => <ZoneSelect {...props} /> },
}
