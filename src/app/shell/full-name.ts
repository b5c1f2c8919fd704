import type { Me } from '../../core/api/session.ts';

export const fullName = (me: Me) => `${me.first_name} ${me.last_name}`.trim() || me.email || me.phone;
