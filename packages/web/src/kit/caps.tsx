import { capsOf } from './keys.ts'
import './caps.css'

/** A shortcut as it stands on the keys. */
export const Caps = ({ name }: { name: string }) => (
  <span className="k-caps">
    {capsOf(name).map(cap => (
      <kbd key={cap}>{cap}</kbd>
    ))}
  </span>
)
