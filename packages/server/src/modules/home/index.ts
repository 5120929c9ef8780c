import type { Module } from '../../platform/module.ts'
import { bootstrapHandler } from './bootstrap.ts'

export const home = { name: 'home', handlers: [bootstrapHandler] } satisfies Module
