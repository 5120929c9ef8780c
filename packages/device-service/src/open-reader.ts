import { openPcsc } from './pcsc-reader.ts'
import type { Reader } from './reader.ts'
import { VirtualReader } from './virtual-reader.ts'

/**
 * `auto` is a real reader where the installer has added its library, else the virtual one.
 * @throws where `pcsc` is asked for and its library is not there
 */
export async function openReader(wanted: 'auto' | 'pcsc' | 'virtual', folder?: string): Promise<Reader> {
  const pcsc = wanted === 'virtual' ? undefined : await openPcsc()
  if (pcsc) return pcsc
  if (wanted === 'pcsc') throw new Error('There is no PC/SC library: run npm install --no-save smartcard, or set DEVICE_READER=virtual.')
  return new VirtualReader({ folder })
}
