import type { Module } from '../../platform/module.ts'
import { programsOfDemo } from './demo.ts'
import { miniProgramHandlers } from './mini-program.ts'
import { qrCodeHandlers } from './qr-code.ts'

export { scannedBy } from './qr-code.ts'

/** Mini programs and official accounts of a company, and the codes by which customers come to them. */
export const miniProgram = {
  name: 'mini-program',
  handlers: [...miniProgramHandlers, ...qrCodeHandlers],
  demo: programsOfDemo,
} satisfies Module
