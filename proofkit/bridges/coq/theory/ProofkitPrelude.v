Require Import Reals ZArith Lra Lia List.
Open Scope R_scope.

(** * Powers

    [Rpow x y] is x to the real power y: [exp (y * ln x)] for x > 0; for other x it has its
    usual value where y is an integer, and 0 to a power other than 0 is 0. *)
Definition Rpow (x y : R) : R :=
  if Rlt_dec 0 x then exp (y * ln x)
  else if Req_EM_T y 0 then 1
  else if Req_EM_T x 0 then 0
  else powerRZ x (up y - 1).

Lemma Rpow_exp : forall x y, 0 < x -> Rpow x y = exp (y * ln x).
Proof. intros x y H; unfold Rpow; destruct (Rlt_dec 0 x); [reflexivity | contradiction]. Qed.

Lemma Rpow_pos : forall x y, 0 < x -> 0 < Rpow x y.
Proof. intros x y H; rewrite (Rpow_exp x y H); apply exp_pos. Qed.

Lemma Rpow_zero : forall y, 0 < y -> Rpow 0 y = 0.
Proof.
  intros y H; unfold Rpow; destruct (Rlt_dec 0 0); [lra|].
  destruct (Req_EM_T y 0); [lra|]; destruct (Req_EM_T 0 0); [reflexivity | lra].
Qed.

Lemma Rpow_O : forall x, Rpow x 0 = 1.
Proof.
  intro x; unfold Rpow; destruct (Rlt_dec 0 x); [rewrite Rmult_0_l; apply exp_0|].
  destruct (Req_EM_T 0 0); [reflexivity | lra].
Qed.

Lemma Rpow_nonneg : forall x y, 0 <= x -> 0 <= y -> 0 <= Rpow x y.
Proof.
  intros x y [H | H] Y; [left; apply Rpow_pos; exact H|].
  rewrite <- H; destruct Y as [Y | Y]; [rewrite Rpow_zero by exact Y; lra|].
  rewrite <- Y, Rpow_O; lra.
Qed.

Lemma ln_Rpow : forall n e, 0 < n -> ln (Rpow n e) = e * ln n.
Proof. intros n e H; rewrite (Rpow_exp n e H); apply ln_exp. Qed.

Lemma Rpow_INR : forall n k, 0 < n -> Rpow n (INR k) = n ^ k.
Proof.
  intros n k H; rewrite (Rpow_exp n _ H); induction k as [|k IH].
  - simpl; rewrite Rmult_0_l; apply exp_0.
  - rewrite S_INR, Rmult_plus_distr_r, exp_plus, IH, Rmult_1_l, (exp_ln n H).
    simpl; ring.
Qed.

Lemma Rpow_nat : forall x k, 0 <= x -> Rpow x (INR k) = x ^ k.
Proof.
  intros x k [H | H]; [apply Rpow_INR; exact H|]; subst x; destruct k as [|k]; [apply Rpow_O|].
  rewrite Rpow_zero by (apply lt_0_INR; lia); simpl; ring.
Qed.

Lemma Rpow_more : forall x y k, 0 <= x -> 0 < y -> Rpow x (y + INR k) = Rpow x y * x ^ k.
Proof.
  intros x y k [H | H] Y.
  - rewrite <- Rpow_INR, !Rpow_exp, Rmult_plus_distr_r by exact H; apply exp_plus.
  - subst x; rewrite !Rpow_zero by (try exact Y; assert (P := pos_INR k); lra); ring.
Qed.

Lemma sqrt_Rpow : forall x, 0 < x -> sqrt x = exp (1 / 2 * ln x).
Proof.
  intros x H; assert (S : 0 < sqrt x) by (apply sqrt_lt_R0; exact H).
  rewrite <- (exp_ln (sqrt x) S) at 1; f_equal.
  assert (E : ln x = ln (sqrt x) + ln (sqrt x))
    by (rewrite <- ln_mult by exact S; rewrite sqrt_sqrt by lra; reflexivity).
  lra.
Qed.

Lemma ln_inverse : forall x, 0 < x -> ln (/ x) = - ln x.
Proof. exact ln_Rinv. Qed.

Lemma ln_power : forall k x, 0 < x -> ln (x ^ k) = INR k * ln x.
Proof. intros k x H; rewrite <- (Rpow_INR x k H); apply ln_Rpow; exact H. Qed.

Lemma ln_whole_power : forall x k, (0 < x)%Z -> (0 <= k)%Z ->
  ln (IZR (x ^ k)) = IZR k * ln (IZR x).
Proof.
  intros x k X K; rewrite <- (Z2Nat.id k K), <- pow_IZR, ln_power.
  - rewrite INR_IZR_INZ; reflexivity.
  - apply (IZR_lt 0); exact X.
Qed.

(** ** Powers as products of powers of a few independent exponentials *)
Lemma exp_times : forall k u, exp (INR k * u) = exp u ^ k.
Proof.
  intros k u; induction k as [|k IH].
  - simpl; rewrite Rmult_0_l; apply exp_0.
  - rewrite S_INR, Rmult_plus_distr_r, exp_plus, IH, Rmult_1_l; simpl; ring.
Qed.

Lemma exp_whole : forall k u v, v = INR k * u -> exp v = exp u ^ k.
Proof. intros k u v E; rewrite E; apply exp_times. Qed.

Lemma exp_inverse : forall k u v, v = - (INR k * u) -> exp v = / exp u ^ k.
Proof. intros k u v E; rewrite E, exp_Ropp, exp_times; reflexivity. Qed.

Lemma exp_base : forall k x v, 0 < x -> v = INR k * ln x -> exp v = x ^ k.
Proof. intros k x v H E; rewrite E, exp_times, exp_ln by exact H; reflexivity. Qed.

Lemma exp_base_inverse : forall k x v, 0 < x -> v = - (INR k * ln x) -> exp v = / x ^ k.
Proof. intros k x v H E; rewrite E, exp_Ropp, exp_times, exp_ln by exact H; reflexivity. Qed.

Lemma exp_sum : forall a b p q, exp a = p -> exp b = q -> exp (a + b) = p * q.
Proof. intros a b p q A B; rewrite exp_plus, A, B; reflexivity. Qed.

Lemma exp_root : forall k x u, 0 < x -> INR k * u = ln x -> exp u ^ k = x.
Proof. intros k x u H E; rewrite <- exp_times, E; apply exp_ln; exact H. Qed.

Lemma ln_by : forall x u, x = exp u -> ln x = u.
Proof. intros x u E; rewrite E; apply ln_exp. Qed.

(** * Signs *)
Lemma times_pp : forall x y, 0 < x -> 0 < y -> 0 < x * y.
Proof. intros; apply Rmult_lt_0_compat; assumption. Qed.
Lemma times_pn : forall x y, 0 < x -> y < 0 -> x * y < 0.
Proof. intros x y X Y; assert (0 < x * - y) by (apply times_pp; lra); lra. Qed.
Lemma times_np : forall x y, x < 0 -> 0 < y -> x * y < 0.
Proof. intros x y X Y; rewrite Rmult_comm; apply times_pn; assumption. Qed.
Lemma times_nn : forall x y, x < 0 -> y < 0 -> 0 < x * y.
Proof. intros x y X Y; assert (0 < - x * - y) by (apply times_pp; lra); lra. Qed.
Lemma times_gg : forall x y, 0 <= x -> 0 <= y -> 0 <= x * y.
Proof. intros; apply Rmult_le_pos; assumption. Qed.
Lemma times_gl : forall x y, 0 <= x -> y <= 0 -> x * y <= 0.
Proof. intros x y X Y; assert (0 <= x * - y) by (apply times_gg; lra); lra. Qed.
Lemma times_lg : forall x y, x <= 0 -> 0 <= y -> x * y <= 0.
Proof. intros x y X Y; rewrite Rmult_comm; apply times_gl; assumption. Qed.
Lemma times_ll : forall x y, x <= 0 -> y <= 0 -> 0 <= x * y.
Proof. intros x y X Y; assert (0 <= - x * - y) by (apply times_gg; lra); lra. Qed.
Lemma times_zz : forall x y, x <> 0 -> y <> 0 -> x * y <> 0.
Proof. intros; apply Rmult_integral_contrapositive; split; assumption. Qed.
Lemma times_0l : forall x y, x = 0 -> x * y = 0.
Proof. intros x y E; rewrite E; ring. Qed.
Lemma times_0r : forall x y, y = 0 -> x * y = 0.
Proof. intros x y E; rewrite E; ring. Qed.

Lemma inverse_p : forall x, 0 < x -> 0 < 1 / x.
Proof. intros x H; unfold Rdiv; rewrite Rmult_1_l; apply Rinv_0_lt_compat; exact H. Qed.
Lemma inverse_n : forall x, x < 0 -> 1 / x < 0.
Proof. intros x H; unfold Rdiv; rewrite Rmult_1_l; apply Rinv_lt_0_compat; exact H. Qed.
Lemma inverse_z : forall x, x <> 0 -> 1 / x <> 0.
Proof. intros x H; unfold Rdiv; rewrite Rmult_1_l; apply Rinv_neq_0_compat; exact H. Qed.

Lemma square_nonneg : forall x, 0 <= x ^ 2.
Proof. exact pow2_ge_0. Qed.
Lemma even_nonneg : forall x k, 0 <= x ^ (2 * k).
Proof. intros x k; rewrite pow_mult; apply pow_le, pow2_ge_0. Qed.
Lemma even_pos : forall x k, x <> 0 -> 0 < x ^ (2 * k).
Proof.
  intros x k H; rewrite pow_mult; apply pow_lt.
  assert (0 <= x ^ 2) by apply pow2_ge_0; assert (x ^ 2 <> 0) by (apply pow_nonzero; exact H); lra.
Qed.
Lemma odd_neg : forall x k, x < 0 -> x ^ (2 * k + 1) < 0.
Proof.
  intros x k H; rewrite pow_add, pow_1; apply times_pn; [apply even_pos; lra | exact H].
Qed.
Lemma odd_nonpos : forall x k, x <= 0 -> x ^ (2 * k + 1) <= 0.
Proof.
  intros x k H; rewrite pow_add, pow_1; apply times_gl; [apply even_nonneg | exact H].
Qed.

Lemma ln_pos : forall x, 0 < x - 1 -> 0 < ln x.
Proof. intros x H; rewrite <- ln_1; apply ln_increasing; lra. Qed.
Lemma exp_monotone : forall x y, x <= y -> exp x <= exp y.
Proof. intros x y [H | H]; [left; apply exp_increasing; exact H | rewrite H; lra]. Qed.
Lemma ln_monotone : forall x y, 0 < x -> x <= y -> ln x <= ln y.
Proof. intros x y P [H | H]; [left; apply ln_increasing; assumption | rewrite H; lra]. Qed.
Lemma ln_nonneg : forall x, 0 <= x - 1 -> 0 <= ln x.
Proof. intros x H; rewrite <- ln_1; apply ln_monotone; lra. Qed.
Lemma ln_neg : forall x, 0 < x -> x - 1 < 0 -> ln x < 0.
Proof. intros x P H; rewrite <- ln_1; apply ln_increasing; lra. Qed.
Lemma ln_nonpos : forall x, 0 < x -> x - 1 <= 0 -> ln x <= 0.
Proof. intros x P H; rewrite <- ln_1; apply ln_monotone; lra. Qed.

(** * Inequalities from a difference *)
Lemma by_difference : forall x y e, y - x = e -> 0 <= e -> x <= y.
Proof. intros; lra. Qed.
Lemma by_strict_difference : forall x y e, y - x = e -> 0 < e -> x < y.
Proof. intros; lra. Qed.
Lemma by_multiple : forall t x y e, 0 < t -> t * (y - x) = e -> 0 <= e -> x <= y.
Proof.
  intros t x y e T E H; destruct (Rle_or_lt x y) as [L | L]; [exact L | exfalso].
  assert (t * (y - x) < 0) by (apply times_pn; lra); lra.
Qed.
Lemma by_strict_multiple : forall t x y e, 0 < t -> t * (y - x) = e -> 0 < e -> x < y.
Proof.
  intros t x y e T E H; destruct (Rlt_or_le x y) as [L | L]; [exact L | exfalso].
  assert (t * (y - x) <= 0) by (apply times_gl; lra); lra.
Qed.
Lemma by_equal_multiple : forall t x y, 0 < t -> t * (y - x) = 0 -> x = y.
Proof.
  intros t x y T E; apply Rmult_integral in E; lra.
Qed.

Lemma Req_ge_sym : forall x y, x = y -> y <= x.
Proof. intros; lra. Qed.

(** * Monotone functions *)
Lemma scale_le : forall a x y, 0 <= a -> x <= y -> a * x <= a * y.
Proof. intros; apply Rmult_le_compat_l; assumption. Qed.
Lemma scale_lt : forall a x y, 0 < a -> x < y -> a * x < a * y.
Proof. intros; apply Rmult_lt_compat_l; assumption. Qed.
Lemma scale_down_le : forall a x y, a <= 0 -> x <= y -> a * y <= a * x.
Proof. intros a x y A H; apply Rmult_le_compat_neg_l; assumption. Qed.
Lemma scale_down_lt : forall a x y, a < 0 -> x < y -> a * y < a * x.
Proof. intros a x y A H; assert (- a * x < - a * y) by (apply scale_lt; lra); lra. Qed.
Lemma times_le : forall a b x y, 0 <= a -> 0 <= x -> a <= b -> x <= y -> a * x <= b * y.
Proof. intros; apply Rmult_le_compat; assumption. Qed.
Lemma inverse_le : forall x y, 0 < x -> x <= y -> 1 / y <= 1 / x.
Proof. intros; unfold Rdiv; rewrite !Rmult_1_l; apply Rinv_le_contravar; assumption. Qed.
Lemma inverse_lt : forall x y, 0 < x -> x < y -> 1 / y < 1 / x.
Proof.
  intros x y X H; unfold Rdiv; rewrite !Rmult_1_l; apply Rinv_lt_contravar; [|exact H].
  apply times_pp; lra.
Qed.
Lemma pow_le_pow : forall k x y, 0 <= x -> x <= y -> x ^ k <= y ^ k.
Proof. intros; apply pow_incr; split; assumption. Qed.
Lemma pow_lt_pow : forall k x y, (0 < k)%nat -> 0 <= x -> x < y -> x ^ k < y ^ k.
Proof.
  intros k x y K X H; destruct k as [|k]; [lia|]; clear K; induction k as [|k IH]; [simpl; lra|].
  replace (x ^ S (S k)) with (x * x ^ S k) by reflexivity.
  replace (y ^ S (S k)) with (y * y ^ S k) by reflexivity.
  assert (0 <= x ^ S k) by (apply pow_le; exact X).
  apply Rle_lt_trans with (x * y ^ S k); [apply scale_le; lra|].
  rewrite (Rmult_comm x), (Rmult_comm y); apply scale_lt; lra.
Qed.
Lemma odd_lt : forall k x y, x < y -> x ^ (2 * k + 1) < y ^ (2 * k + 1).
Proof.
  intros k x y H; assert (K : (0 < 2 * k + 1)%nat) by lia.
  assert (M : forall z, (- z) ^ (2 * k + 1) = - z ^ (2 * k + 1)).
  { intro z; replace (- z) with (-1 * z) by ring; rewrite Rpow_mult_distr, pow_add, pow_1_even.
    simpl; ring. }
  destruct (Rle_or_lt 0 x) as [X | X]; [apply pow_lt_pow; assumption|].
  destruct (Rle_or_lt 0 y) as [Y | Y].
  - assert (x ^ (2 * k + 1) < 0) by (apply odd_neg; exact X).
    assert (0 <= y ^ (2 * k + 1)) by (apply pow_le; exact Y); lra.
  - assert (L : (- y) ^ (2 * k + 1) < (- x) ^ (2 * k + 1)) by (apply pow_lt_pow; lra || lia).
    rewrite !M in L; lra.
Qed.
Lemma odd_le : forall k x y, x <= y -> x ^ (2 * k + 1) <= y ^ (2 * k + 1).
Proof. intros k x y [H | H]; [left; apply odd_lt; exact H | rewrite H; lra]. Qed.
Lemma root_lt : forall x y, 0 <= x -> x < y -> sqrt x < sqrt y.
Proof. intros x y X H; apply sqrt_lt_1_alt; lra. Qed.
Lemma root_le : forall x y, x <= y -> sqrt x <= sqrt y.
Proof. intros x y H; apply sqrt_le_1_alt; exact H. Qed.

Lemma Rpow_base_lt : forall e x y, 0 <= x -> 0 < e -> x < y -> Rpow x e < Rpow y e.
Proof.
  intros e x y [X | X] E H.
  - rewrite !Rpow_exp by lra; apply exp_increasing, Rmult_lt_compat_l; [exact E|].
    apply ln_increasing; assumption.
  - rewrite <- X, Rpow_zero by exact E; apply Rpow_pos; lra.
Qed.
Lemma Rpow_base_le : forall e x y, 0 <= x -> 0 < e -> x <= y -> Rpow x e <= Rpow y e.
Proof. intros e x y X E [H | H]; [left; apply Rpow_base_lt; assumption | rewrite H; lra]. Qed.
Lemma Rpow_base_weak : forall e x y, 0 <= x -> 0 <= e -> x <= y -> Rpow x e <= Rpow y e.
Proof.
  intros e x y [X | X] E H.
  - rewrite !Rpow_exp by lra; apply exp_monotone, scale_le; [exact E|].
    apply ln_monotone; assumption.
  - subst x; destruct E as [E | E]; [|subst e; rewrite !Rpow_O; lra].
    rewrite (Rpow_zero e E); apply Rpow_nonneg; lra.
Qed.
Lemma Rpow_base_falls : forall e x y, 0 < x -> e <= 0 -> x <= y -> Rpow y e <= Rpow x e.
Proof.
  intros e x y X E H; rewrite !Rpow_exp by lra; apply exp_monotone, scale_down_le; [exact E|].
  apply ln_monotone; assumption.
Qed.
Lemma Rpow_base_falls_lt : forall e x y, 0 < x -> e < 0 -> x < y -> Rpow y e < Rpow x e.
Proof.
  intros e x y X E H; rewrite !Rpow_exp by lra; apply exp_increasing, scale_down_lt; [exact E|].
  apply ln_increasing; assumption.
Qed.
Lemma Rpow_grows : forall b x y, 0 <= b - 1 -> x <= y -> Rpow b x <= Rpow b y.
Proof.
  intros b x y B H; rewrite !Rpow_exp by lra; apply exp_monotone.
  apply Rmult_le_compat_r; [apply ln_nonneg; exact B | exact H].
Qed.
Lemma Rpow_grows_lt : forall b x y, 0 < b - 1 -> x < y -> Rpow b x < Rpow b y.
Proof.
  intros b x y B H; rewrite !Rpow_exp by lra; apply exp_increasing.
  apply Rmult_lt_compat_r; [apply ln_pos; exact B | exact H].
Qed.
Lemma Rpow_falls : forall b x y, 0 < b -> b - 1 <= 0 -> x <= y -> Rpow b y <= Rpow b x.
Proof.
  intros b x y P B H; rewrite !Rpow_exp by lra; apply exp_monotone.
  rewrite (Rmult_comm y), (Rmult_comm x); apply scale_down_le; [|exact H].
  apply ln_nonpos; assumption.
Qed.
Lemma Rpow_falls_from_zero : forall b x y,
  0 <= b -> b - 1 <= 0 -> 0 <= x -> x <= y -> Rpow b y <= Rpow b x.
Proof.
  intros b x y [P | P] B X H; [apply Rpow_falls; assumption|]; subst b.
  destruct X as [X | X]; [rewrite !Rpow_zero by lra; lra|]; subst x; rewrite Rpow_O.
  destruct H as [H | H]; [rewrite Rpow_zero by lra; lra | subst y; rewrite Rpow_O; lra].
Qed.
Lemma Rpow_falls_lt : forall b x y, 0 < b -> b - 1 < 0 -> x < y -> Rpow b y < Rpow b x.
Proof.
  intros b x y P B H; rewrite !Rpow_exp by lra; apply exp_increasing.
  rewrite (Rmult_comm y), (Rmult_comm x); apply scale_down_lt; [|exact H].
  apply ln_neg; assumption.
Qed.
Lemma max_le : forall a b c d, a <= b -> c <= d -> Rmax a c <= Rmax b d.
Proof. intros a b c d H K; apply Rmax_lub; [apply Rle_trans with b | apply Rle_trans with d];
  try assumption; [apply Rmax_l | apply Rmax_r]. Qed.
Lemma min_le : forall a b c d, a <= b -> c <= d -> Rmin a c <= Rmin b d.
Proof. intros a b c d H K; apply Rmin_glb; [apply Rle_trans with a | apply Rle_trans with c];
  try assumption; [apply Rmin_l | apply Rmin_r]. Qed.

(** * Integers *)
Definition whole (x : R) : Prop := exists z : Z, x = IZR z.
Lemma whole_IZR : forall z, whole (IZR z).
Proof. intro z; exists z; reflexivity. Qed.
Lemma whole_plus : forall x y, whole x -> whole y -> whole (x + y).
Proof. intros x y [a A] [b B]; exists (a + b)%Z; rewrite A, B, plus_IZR; reflexivity. Qed.
Lemma whole_minus : forall x y, whole x -> whole y -> whole (x - y).
Proof. intros x y [a A] [b B]; exists (a - b)%Z; rewrite A, B, minus_IZR; reflexivity. Qed.
Lemma whole_opp : forall x, whole x -> whole (- x).
Proof. intros x [a A]; exists (- a)%Z; rewrite A, opp_IZR; reflexivity. Qed.
Lemma whole_mult : forall x y, whole x -> whole y -> whole (x * y).
Proof. intros x y [a A] [b B]; exists (a * b)%Z; rewrite A, B, mult_IZR; reflexivity. Qed.
Lemma whole_pow : forall x k, whole x -> whole (x ^ k).
Proof.
  intros x k H; induction k as [|k IH]; [exists 1%Z; reflexivity | apply whole_mult; assumption].
Qed.
Lemma whole_abs : forall x, whole x -> whole (Rabs x).
Proof. intros x [a A]; exists (Z.abs a); rewrite A, abs_IZR; reflexivity. Qed.
Lemma whole_max : forall x y, whole x -> whole y -> whole (Rmax x y).
Proof. intros x y X Y; unfold Rmax; destruct (Rle_dec x y); assumption. Qed.
Lemma whole_min : forall x y, whole x -> whole y -> whole (Rmin x y).
Proof. intros x y X Y; unfold Rmin; destruct (Rle_dec x y); assumption. Qed.
Ltac is_whole :=
  first
    [ assumption
    | apply whole_IZR
    | apply whole_plus; is_whole
    | apply whole_minus; is_whole
    | apply whole_opp; is_whole
    | apply whole_mult; is_whole
    | apply whole_pow; is_whole
    | apply whole_abs; is_whole
    | apply whole_max; is_whole
    | apply whole_min; is_whole ].
Lemma whole_below : forall x y, whole x -> whole y -> x < y + 1 -> x <= y.
Proof.
  intros x y [a A] [b B] H; rewrite A, B in *; apply IZR_le.
  rewrite <- plus_IZR in H; apply lt_IZR in H; lia.
Qed.
Lemma whole_induction : forall (P : R -> Prop) (from : Z),
  P (IZR from) ->
  (forall n, whole n -> IZR from <= n -> P n -> P (n + 1)) ->
  forall n, whole n -> IZR from <= n -> P n.
Proof.
  intros P from B T n [z Z] L; rewrite Z in *; clear n Z; apply le_IZR in L.
  replace z with (from + Z.of_nat (Z.to_nat (z - from)))%Z by lia.
  induction (Z.to_nat (z - from)) as [|k IH].
  - replace (from + Z.of_nat 0)%Z with from by lia; exact B.
  - replace (from + Z.of_nat (S k))%Z with (from + Z.of_nat k + 1)%Z by lia; rewrite plus_IZR.
    apply T; [apply whole_IZR | apply IZR_le; lia | exact IH].
Qed.

(** * Derivatives *)
Lemma mean_value : forall f slope a b,
  (forall z, a <= z <= b -> continuity_pt f z) ->
  (forall z, a < z < b -> derivable_pt_lim f z (slope z)) ->
  forall x y, a <= x -> x < y -> y <= b ->
  exists c, x < c < y /\ f y - f x = slope c * (y - x).
Proof.
  intros f slope a b continuous differentiable x y A H B.
  assert (D : forall c, x < c < y -> derivable_pt f c)
    by (intros c C; exists (slope c); apply differentiable; lra).
  assert (I : forall c, x < c < y -> derivable_pt id c)
    by (intros; apply derivable_pt_id).
  destruct (MVT f id x y D I H) as [c [C E]].
  - intros z Z; apply continuous; lra.
  - intros z Z; apply derivable_continuous_pt, derivable_pt_id.
  - exists c; split; [exact C|].
    rewrite (derive_pt_eq_0 f c (slope c)) in E by (apply differentiable; lra).
    rewrite (derive_pt_eq_0 id c 1) in E by apply derivable_pt_lim_id.
    unfold id in E; lra.
Qed.

Lemma rises : forall f slope a b,
  (forall z, a <= z <= b -> continuity_pt f z) ->
  (forall z, a < z < b -> derivable_pt_lim f z (slope z)) ->
  a <= b -> (forall z, a < z < b -> 0 <= slope z) -> f a <= f b.
Proof.
  intros f slope a b continuous differentiable [H | H] S; [|rewrite H; lra].
  destruct (mean_value f slope a b continuous differentiable a b) as [c [C E]]; try lra.
  assert (0 <= slope c * (b - a)) by (apply times_gg; [apply S; exact C | lra]); lra.
Qed.
Lemma rises_lt : forall f slope a b,
  (forall z, a <= z <= b -> continuity_pt f z) ->
  (forall z, a < z < b -> derivable_pt_lim f z (slope z)) ->
  a < b -> (forall z, a < z < b -> 0 < slope z) -> f a < f b.
Proof.
  intros f slope a b continuous differentiable H S.
  destruct (mean_value f slope a b continuous differentiable a b) as [c [C E]]; try lra.
  assert (0 < slope c * (b - a)) by (apply times_pp; [apply S; exact C | lra]); lra.
Qed.
Lemma sinks : forall f slope a b,
  (forall z, a <= z <= b -> continuity_pt f z) ->
  (forall z, a < z < b -> derivable_pt_lim f z (slope z)) ->
  a <= b -> (forall z, a < z < b -> slope z <= 0) -> f b <= f a.
Proof.
  intros f slope a b continuous differentiable [H | H] S; [|rewrite H; lra].
  destruct (mean_value f slope a b continuous differentiable a b) as [c [C E]]; try lra.
  assert (slope c * (b - a) <= 0) by (apply times_lg; [apply S; exact C | lra]); lra.
Qed.
Lemma sinks_lt : forall f slope a b,
  (forall z, a <= z <= b -> continuity_pt f z) ->
  (forall z, a < z < b -> derivable_pt_lim f z (slope z)) ->
  a < b -> (forall z, a < z < b -> slope z < 0) -> f b < f a.
Proof.
  intros f slope a b continuous differentiable H S.
  destruct (mean_value f slope a b continuous differentiable a b) as [c [C E]]; try lra.
  assert (slope c * (b - a) < 0) by (apply times_np; [apply S; exact C | lra]); lra.
Qed.

(** What is concave between two ends is not below both of them. *)
Lemma concave_above : forall f slope a b,
  (forall z, a <= z <= b -> continuity_pt f z) ->
  (forall z, a < z < b -> derivable_pt_lim f z (slope z)) ->
  forall bend, (forall z, a < z < b -> derivable_pt_lim slope z (bend z)) ->
  (forall z, a < z < b -> bend z <= 0) ->
  forall low x, a <= x -> x <= b -> low <= f a -> low <= f b -> low <= f x.
Proof.
  intros f slope a b continuous differentiable bend twice bent low x A B LA LB.
  destruct (Rle_or_lt low (f x)) as [L | L]; [exact L | exfalso].
  assert (NA : a <> x) by (intro E; rewrite E in *; lra).
  assert (NB : x <> b) by (intro E; rewrite E in *; lra).
  destruct (mean_value f slope a b continuous differentiable a x) as [p [P EP]]; try lra.
  destruct (mean_value f slope a b continuous differentiable x b) as [q [Q EQ]]; try lra.
  assert (SP : slope p < 0).
  { destruct (Rlt_or_le (slope p) 0) as [S | S]; [exact S|].
    assert (0 <= slope p * (x - a)) by (apply times_gg; lra); lra. }
  assert (SQ : 0 < slope q).
  { destruct (Rlt_or_le 0 (slope q)) as [S | S]; [exact S|].
    assert (slope q * (b - x) <= 0) by (apply times_lg; lra); lra. }
  assert (H : p < q) by lra.
  destruct (MVT_cor2 slope bend p q H) as [c [E C]]; [intros; apply twice; lra|].
  assert (bend c <= 0) by (apply bent; lra).
  assert (bend c * (q - p) <= 0) by (apply times_lg; lra); lra.
Qed.
Lemma concave_above_lt : forall f slope a b,
  (forall z, a <= z <= b -> continuity_pt f z) ->
  (forall z, a < z < b -> derivable_pt_lim f z (slope z)) ->
  forall bend, (forall z, a < z < b -> derivable_pt_lim slope z (bend z)) ->
  (forall z, a < z < b -> bend z <= 0) ->
  forall low x,
  a <= x -> x <= b -> low < f a -> low < f b -> low < f x.
Proof.
  intros f slope a b continuous differentiable bend twice bent low x A B LA LB.
  assert (L : Rmin (f a) (f b) <= f x)
    by (apply (concave_above f slope a b continuous differentiable bend twice bent);
      try assumption; [apply Rmin_l | apply Rmin_r]).
  apply Rlt_le_trans with (2 := L); apply Rmin_glb_lt; assumption.
Qed.

(** ** Rules of differentiation, with continuity *)
Lemma slope_is : forall f z l m, derivable_pt_lim f z l -> l = m -> derivable_pt_lim f z m.
Proof. intros f z l m H E; rewrite <- E; exact H. Qed.
Lemma slope_inverse : forall f z l, derivable_pt_lim f z l -> f z <> 0 ->
  derivable_pt_lim (fun x => 1 / f x) z (- (l / (f z) ^ 2)).
Proof.
  intros f z l H N.
  apply slope_is with ((0 * f z - l * 1) / Rsqr (f z)).
  - apply (derivable_pt_lim_div (fun _ => 1) f); [apply derivable_pt_lim_const | exact H | exact N].
  - unfold Rsqr; field; exact N.
Qed.
Lemma slope_pow : forall f z l k, derivable_pt_lim f z l ->
  derivable_pt_lim (fun x => f x ^ k) z (INR k * f z ^ pred k * l).
Proof.
  intros f z l k H; apply (derivable_pt_lim_comp f (fun y => y ^ k)); [exact H|].
  apply derivable_pt_lim_pow.
Qed.
Lemma slope_exp : forall f z l, derivable_pt_lim f z l ->
  derivable_pt_lim (fun x => exp (f x)) z (exp (f z) * l).
Proof.
  intros f z l H; apply (derivable_pt_lim_comp f exp); [exact H | apply derivable_pt_lim_exp].
Qed.
Lemma slope_ln : forall f z l, derivable_pt_lim f z l -> 0 < f z ->
  derivable_pt_lim (fun x => ln (f x)) z (/ f z * l).
Proof.
  intros f z l H P; apply (derivable_pt_lim_comp f ln); [exact H|].
  apply derivable_pt_lim_ln; exact P.
Qed.
Lemma slope_sqrt : forall f z l, derivable_pt_lim f z l -> 0 < f z ->
  derivable_pt_lim (fun x => sqrt (f x)) z (/ (2 * sqrt (f z)) * l).
Proof.
  intros f z l H P; apply (derivable_pt_lim_comp f sqrt); [exact H|].
  apply derivable_pt_lim_sqrt; exact P.
Qed.
Lemma slope_local : forall f g z l, derivable_pt_lim f z l ->
  (exists d : posreal, forall x, Rabs (x - z) < d -> f x = g x) -> derivable_pt_lim g z l.
Proof.
  intros f g z l H [d E] eps P; destruct (H eps P) as [d' K].
  assert (M : 0 < Rmin d d') by (apply Rmin_pos; apply cond_pos).
  exists (mkposreal _ M); intros h N L; simpl in L.
  rewrite <- (E (z + h)), <- (E z).
  - apply K; [exact N | apply Rlt_le_trans with (1 := L); apply Rmin_r].
  - rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; apply cond_pos.
  - replace (z + h - z) with h by ring; apply Rlt_le_trans with (1 := L); apply Rmin_l.
Qed.
Lemma slope_between : forall f g slope a b,
  (forall z, a <= z <= b -> f z = g z) ->
  (forall z, a < z < b -> derivable_pt_lim f z (slope z)) ->
  forall z, a < z < b -> derivable_pt_lim g z (slope z).
Proof.
  intros f g slope a b E D z Z; apply (slope_local f); [apply D; exact Z|].
  assert (M : 0 < Rmin (z - a) (b - z)) by (apply Rmin_pos; lra).
  exists (mkposreal _ M); intros x N; simpl in N; apply E.
  assert (L := Rmin_l (z - a) (b - z)); assert (L' := Rmin_r (z - a) (b - z)).
  apply Rabs_def2 in N; lra.
Qed.
Lemma near_positive : forall f z, continuity_pt f z -> 0 < f z ->
  exists d : posreal, forall x, Rabs (x - z) < d -> 0 < f x.
Proof.
  intros f z C P; destruct (C (f z) P) as [d [D H]].
  exists (mkposreal d D); intros x N; simpl in N.
  destruct (Req_dec x z) as [E | E]; [rewrite E; exact P|].
  assert (K : Rabs (f x - f z) < f z).
  { apply (H x); split; [split; [exact I | auto] | exact N]. }
  apply Rabs_def2 in K; lra.
Qed.
Lemma slope_Rpow : forall f g z l m, derivable_pt_lim f z l -> derivable_pt_lim g z m ->
  0 < f z ->
  derivable_pt_lim (fun x => Rpow (f x) (g x)) z
    (Rpow (f z) (g z) * (m * ln (f z) + g z * (/ f z * l))).
Proof.
  intros f g z l m F G P; rewrite (Rpow_exp _ _ P).
  apply slope_local with (fun x => exp (g x * ln (f x))).
  - apply (slope_exp (fun x => g x * ln (f x))).
    apply (derivable_pt_lim_mult g (fun x => ln (f x))); [exact G | apply slope_ln; assumption].
  - destruct (near_positive f z) as [d D];
      [apply derivable_continuous_pt; exists l; exact F | exact P|].
    exists d; intros x N; rewrite Rpow_exp; [reflexivity | apply D; exact N].
Qed.
Lemma slope_abs_pos : forall f z l, derivable_pt_lim f z l -> 0 < f z ->
  derivable_pt_lim (fun x => Rabs (f x)) z l.
Proof.
  intros f z l H P; apply slope_local with f; [exact H|].
  destruct (near_positive f z) as [d D];
    [apply derivable_continuous_pt; exists l; exact H | exact P|].
  exists d; intros x N; rewrite Rabs_pos_eq; [reflexivity | left; apply D; exact N].
Qed.
Lemma slope_abs_neg : forall f z l, derivable_pt_lim f z l -> f z < 0 ->
  derivable_pt_lim (fun x => Rabs (f x)) z (- l).
Proof.
  intros f z l H P; apply slope_local with (fun x => Rabs (- f x)).
  - apply (slope_abs_pos (fun x => - f x)); [|lra].
    apply (derivable_pt_lim_opp f); exact H.
  - exists (mkposreal 1 Rlt_0_1); intros x _; apply Rabs_Ropp.
Qed.

Lemma continuous_of : forall f z l, derivable_pt_lim f z l -> continuity_pt f z.
Proof. intros f z l H; apply derivable_continuous_pt; exists l; exact H. Qed.
Lemma continuous_comp : forall f g z, continuity_pt f z -> continuity_pt g (f z) ->
  continuity_pt (fun x => g (f x)) z.
Proof. intros f g z F G; apply (continuity_pt_comp f g); assumption. Qed.
Lemma continuous_sqrt : forall f z, continuity_pt f z -> 0 <= f z ->
  continuity_pt (fun x => sqrt (f x)) z.
Proof.
  intros f z F H; apply (continuous_comp f sqrt); [exact F | apply continuity_pt_sqrt; exact H].
Qed.
Lemma continuous_ln : forall f z, continuity_pt f z -> 0 < f z ->
  continuity_pt (fun x => ln (f x)) z.
Proof.
  intros f z F H; apply (continuous_comp f ln); [exact F|].
  apply (continuous_of ln (f z) (/ f z)), derivable_pt_lim_ln; exact H.
Qed.
Lemma continuous_exp : forall f z, continuity_pt f z -> continuity_pt (fun x => exp (f x)) z.
Proof.
  intros f z F; apply (continuous_comp f exp); [exact F|].
  apply (continuous_of exp (f z) (exp (f z))), derivable_pt_lim_exp.
Qed.
Lemma continuous_inverse : forall f z, continuity_pt f z -> f z <> 0 ->
  continuity_pt (fun x => 1 / f x) z.
Proof.
  intros f z F H.
  apply (continuity_pt_div (fun _ => 1) f); [| exact F | exact H].
  apply continuity_pt_const; intros ? ?; reflexivity.
Qed.
Lemma continuous_pow : forall f z k, continuity_pt f z -> continuity_pt (fun x => f x ^ k) z.
Proof.
  intros f z k F; apply (continuous_comp f (fun y => y ^ k)); [exact F|].
  apply (continuous_of _ _ (INR k * f z ^ pred k)), derivable_pt_lim_pow.
Qed.
Lemma continuous_abs : forall f z, continuity_pt f z -> continuity_pt (fun x => Rabs (f x)) z.
Proof. intros f z F; apply (continuous_comp f Rabs); [exact F | apply Rcontinuity_abs]. Qed.
Lemma continuous_local : forall f g z, continuity_pt f z ->
  (exists d : posreal, forall x, Rabs (x - z) < d -> f x = g x) -> continuity_pt g z.
Proof.
  intros f g z C [d E] eps P; destruct (C eps P) as [d' [D' K]].
  assert (M : 0 < Rmin d d') by (apply Rmin_pos; [apply cond_pos | exact D']).
  exists (Rmin d d'); split; [exact M|]; intros x [N L].
  assert (L' : Rabs (x - z) < Rmin d d') by exact L.
  rewrite <- (E x), <- (E z).
  - apply K; split; [exact N | apply Rlt_le_trans with (1 := L'); apply Rmin_r].
  - rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; apply cond_pos.
  - apply Rlt_le_trans with (1 := L'); apply Rmin_l.
Qed.
Lemma continuous_Rpow : forall f g z, continuity_pt f z -> continuity_pt g z -> 0 < f z ->
  continuity_pt (fun x => Rpow (f x) (g x)) z.
Proof.
  intros f g z F G P; apply continuous_local with (fun x => exp (g x * ln (f x))).
  - apply (continuous_exp (fun x => g x * ln (f x))).
    apply (continuity_pt_mult g (fun x => ln (f x))); [exact G | apply continuous_ln; assumption].
  - destruct (near_positive f z F P) as [d D].
    exists d; intros x N; rewrite Rpow_exp; [reflexivity | apply D; exact N].
Qed.
Lemma continuous_Rpow_nonneg : forall f e z, continuity_pt f z -> 0 <= f z -> 0 < e ->
  continuity_pt (fun x => Rpow (Rmax 0 (f x)) e) z.
Proof.
  intros f e z F [N | N] E.
  - apply continuous_local with (fun x => Rpow (f x) e).
    + apply (continuous_Rpow f (fun _ => e)); [exact F | | exact N].
      apply continuity_pt_const; intros ? ?; reflexivity.
    + destruct (near_positive f z F N) as [d D]; exists d; intros x L.
      rewrite Rmax_right by (left; apply D; exact L); reflexivity.
  - intros eps P.
    destruct (F (exp (ln eps / e)) (exp_pos _)) as [d [D K]].
    exists d; split; [exact D|]; intros x X.
    specialize (K x X); simpl in *; unfold R_dist in *; rewrite <- N in *.
    rewrite Rmax_left with (y := 0) by apply Rle_refl; rewrite (Rpow_zero e E), !Rminus_0_r in *.
    destruct (Rle_or_lt (f x) 0) as [L | L].
    + rewrite Rmax_left, (Rpow_zero e E), Rabs_R0 by exact L; exact P.
    + rewrite Rmax_right by (left; exact L); rewrite Rpow_exp by exact L.
      rewrite Rabs_pos_eq by (left; apply exp_pos); rewrite <- (exp_ln eps P).
      apply exp_increasing; rewrite Rabs_pos_eq in K by (left; exact L).
      apply ln_increasing in K; [|exact L]; rewrite ln_exp in K.
      apply Rmult_lt_compat_l with (r := e) in K; [|exact E].
      replace (e * (ln eps / e)) with (ln eps) in K by (field; lra); exact K.
Qed.

Lemma slope_ext : forall f g z l, derivable_pt_lim f z l -> (forall x, f x = g x) ->
  derivable_pt_lim g z l.
Proof.
  intros f g z l H E; apply (slope_local f g z l H).
  exists (mkposreal 1 Rlt_0_1); intros x _; apply E.
Qed.
Lemma continuous_ext : forall f g z, continuity_pt f z -> (forall x, f x = g x) ->
  continuity_pt g z.
Proof.
  intros f g z H E; apply (continuous_local f g z H).
  exists (mkposreal 1 Rlt_0_1); intros x _; apply E.
Qed.

(** * Tactics *)
Ltac same := first [ reflexivity | unfold Rdiv; ring | lra | solve [field] ].
Ltac hide_inverses :=
  unfold Rdiv;
  repeat match goal with
  | |- context [/ ?x] =>
      lazymatch x with IZR _ => fail | _ => generalize (/ x); intro end
  end.
Ltac counted :=
  rewrite ?INR_IZR_INZ; cbn [Z.of_nat Pos.of_succ_nat Pos.succ];
  first [ reflexivity | ring | solve [field] | lra | hide_inverses; solve [field] ].
Ltac extremes :=
  unfold Rmax, Rmin in *;
  repeat match goal with |- context [Rle_dec ?x ?y] => destruct (Rle_dec x y) end.

(** The conditions that [field] leaves: each divisor was shown not to be 0, and so was each divisor
    in it. *)
Ltac plainly := first [ assumption | lra | apply Rgt_not_eq, exp_pos ].
Ltac by_another rest :=
  match goal with
  | N : ?b <> 0 |- ?c <> 0 =>
      let Z := fresh in intro Z; apply N; field_simplify_eq; [ first [ exact Z | lra ] |];
      repeat split; rest
  end.
Ltac by_one := first [ plainly | by_another plainly ].
Ltac divisor :=
  first
    [ plainly
    | match goal with
      | N : ?b <> 0 |- ?c <> 0 =>
          let Z := fresh in intro Z; apply N; first [ lra | rewrite <- Z; ring ]
      end
    | by_another plainly
    | by_another by_one
    | apply pow_nonzero; divisor
    | apply Rmult_integral_contrapositive_currified; divisor ].
Ltac nonzero := repeat split; divisor.

(** Roots as variables, which are not 0: where `root ^ q` is a variable or a logarithm it is put for
    it, and an equation with divisors is multiplied by them. *)
Ltac in_roots :=
  repeat match goal with
  | H : exp ?a ^ _ = _ |- _ =>
      let root := fresh "root" in let N := fresh "N" in
      assert (N : exp a <> 0) by (apply Rgt_not_eq, exp_pos);
      set (root := exp a) in *; clearbody root
  end;
  repeat match goal with
  | H : ?root ^ _ = ?x |- _ => is_var root; is_var x; subst x
  | H : ?root ^ _ = ln ?y |- _ =>
      is_var root; let x := fresh "x" in set (x := ln y) in *; clearbody x; subst x
  end;
  repeat match goal with
  | H : ?root ^ _ = ?x |- _ =>
      is_var root; lazymatch x with context [_ / _] => field_simplify_eq in H end;
      try match goal with |- _ <> _ => nonzero | |- _ /\ _ => nonzero end
  end.
