import { defineModule } from '../../kernel/module.ts';
import lotteryRoutes from './routes/lottery.ts';
import pointsMallRoutes from './routes/points-mall.ts';
import staffLotteryRoutes from './staff-routes/lottery.ts';
import staffPointsMallRoutes from './staff-routes/points-mall.ts';

export { grantOrderChances } from './lottery/chances.ts';
export { seedLottery } from './seed/lottery.ts';
export { seedPointsMall } from './seed/points-mall.ts';

export const rewards = defineModule({
  name: 'rewards',
  routes: [lotteryRoutes, pointsMallRoutes, staffLotteryRoutes, staffPointsMallRoutes],
});
