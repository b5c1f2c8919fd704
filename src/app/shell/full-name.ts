import type { Me } from '#src/core/api/session.ts';

export const fullName = (me: Me) => `${me.first_name} ${me.last_name}`.trim() || me.email || me.phone;
