// What this server has: its agents, its voice, its store. Asked once.
import { owner } from './api';

export interface Config {
  version?: string;
  agents?: string;
  voice?: string;
  speech?: boolean | string | null;
  search?: boolean | string | null;
  model?: string | null;
  [more: string]: unknown;
}

let asked: Promise<Config> | undefined;

export function config(): Promise<Config> {
  asked ??= owner.get<Config>('/v1/config').catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}
