import { opened } from '../../kit/overlays.tsx'
import type { ExplainDrawerProps } from './explain-drawer.tsx'

/** Why somebody may or may not: asked now and then, so it comes with the first question. */
export const ExplainDrawer = opened<ExplainDrawerProps>(
  async () => (await import('./explain-drawer.tsx')).ExplainDrawer,
  props => props.onClose(),
)
