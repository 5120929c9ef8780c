import { w1 } from './w1.ts'
import { w2 } from './w2.ts'
import { w4 } from './w4.ts'
import type { Workload } from './workload.ts'

/** Everything that can be measured, by name. */
export const workloads: readonly Workload[] = [w1, w2, w4]
