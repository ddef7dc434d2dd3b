"""The prelude of every exported proof: real powers, and the tactics of the steps."""

NAME = "ProofkitPrelude"

TEXT = r"""Require Import Reals ZArith Lra Lia List.
Open Scope R_scope.

(** [Rpow n e] is n to the real power e, for n > 0. *)
Definition Rpow (n e : R) : R := exp (e * ln n).

Lemma Rpow_pos : forall n e, 0 < Rpow n e.
Proof. intros; apply exp_pos. Qed.

Lemma ln_Rpow : forall n e, ln (Rpow n e) = e * ln n.
Proof. intros; apply ln_exp. Qed.

Lemma Rpow_INR : forall n k, 0 < n -> Rpow n (INR k) = n ^ k.
Proof.
  intros n k H; unfold Rpow; induction k as [|k IH].
  - simpl; rewrite Rmult_0_l; apply exp_0.
  - rewrite S_INR, Rmult_plus_distr_r, exp_plus, IH, Rmult_1_l, (exp_ln n H).
    simpl; ring.
Qed.

Lemma ln_power : forall k x, 0 < x -> ln (x ^ k) = INR k * ln x.
Proof. intros k x H; rewrite <- (Rpow_INR x k H); apply ln_Rpow. Qed.

Lemma ln_inverse : forall x, 0 < x -> ln (/ x) = - ln x.
Proof. exact ln_Rinv. Qed.

Lemma ln_root : forall x, 0 < x -> ln (sqrt x) = ln x / 2.
Proof.
  intros x H; assert (S : 0 < sqrt x) by (apply sqrt_lt_R0; exact H).
  assert (E : ln x = ln (sqrt x) + ln (sqrt x))
    by (rewrite <- ln_mult by exact S; rewrite sqrt_sqrt by lra; reflexivity).
  lra.
Qed.

Lemma ln_one_less : forall x, 1 < x -> 0 < ln x.
Proof. intros x H; rewrite <- ln_1; apply ln_increasing; lra. Qed.

Lemma ln_one_least : forall x, 1 <= x -> 0 <= ln x.
Proof.
  intros x [H | H].
  - left; apply ln_one_less; exact H.
  - rewrite <- H, ln_1; lra.
Qed.

Lemma exp_monotone : forall x y, x <= y -> exp x <= exp y.
Proof. intros x y [H | H]; [left; apply exp_increasing; exact H | rewrite H; lra]. Qed.

Lemma ln_monotone : forall x y, 0 < x -> x <= y -> ln x <= ln y.
Proof. intros x y P [H | H]; [left; apply ln_increasing; assumption | rewrite H; lra]. Qed.

(** Powers of one base >= 1 compare as their exponents do. *)
Lemma power_at_most : forall n gap small large,
  1 <= n -> 0 < small -> 0 < large ->
  ln large - ln small = gap * ln n -> 0 <= gap -> 0 <= large - small.
Proof.
  intros n gap small large N S L E G.
  assert (H : ln small <= ln large).
  { assert (0 <= gap * ln n) by (apply Rmult_le_pos; [exact G | apply ln_one_least; exact N]).
    lra. }
  apply exp_monotone in H; rewrite !exp_ln in H by assumption; lra.
Qed.

Lemma Rpow_grows : forall n x y, 1 <= n -> x <= y -> Rpow n x <= Rpow n y.
Proof.
  intros n x y N H; apply exp_monotone.
  apply Rmult_le_compat_r; [apply ln_one_least; exact N | exact H].
Qed.

Lemma Rpow_below : forall n least x most,
  1 <= least -> least <= n -> x <= most -> most <= 0 -> Rpow n x <= Rpow least most.
Proof.
  intros n least x most L N X M; apply exp_monotone.
  assert (P : 0 <= ln least) by (apply ln_one_least; exact L).
  assert (Q : ln least <= ln n) by (apply ln_monotone; lra).
  assert (0 <= (most - x) * ln n) by (apply Rmult_le_pos; lra).
  assert (0 <= - most * (ln n - ln least)) by (apply Rmult_le_pos; lra).
  lra.
Qed.

Lemma Rpow_falls : forall n x y, 0 < n <= 1 -> y <= x -> Rpow n x <= Rpow n y.
Proof.
  intros n x y [P N] H; apply exp_monotone.
  assert (L : ln n <= 0) by (rewrite <- ln_1; apply ln_monotone; lra).
  assert (0 <= (x - y) * - ln n) by (apply Rmult_le_pos; lra); lra.
Qed.

Lemma Rpow_of_logarithm : forall q p x,
  0 < q -> 1 < p -> q * p = 1 -> 0 < x -> Rpow q (1 / ln p * ln x) = / x.
Proof.
  intros q p x Q P E X; assert (L := ln_one_less p P).
  assert (S : ln q = - ln p)
    by (assert (H := ln_mult q p Q ltac:(lra)); rewrite E, ln_1 in H; lra).
  unfold Rpow; rewrite S.
  replace (1 / ln p * ln x * - ln p) with (- ln x) by (field; lra).
  rewrite exp_Ropp, exp_ln by exact X; reflexivity.
Qed.

Lemma ln_whole_power : forall x k, (0 < x)%Z -> (0 <= k)%Z ->
  ln (IZR (x ^ k)) = IZR k * ln (IZR x).
Proof.
  intros x k X K; rewrite <- (Z2Nat.id k K), <- pow_IZR, ln_power.
  - rewrite INR_IZR_INZ; reflexivity.
  - apply (IZR_lt 0); exact X.
Qed.

(** A power of whole numbers with a rational exponent, bounded by comparing whole numbers. *)
Lemma Rpow_numeric : forall b p k x y,
  (0 < b)%Z -> (0 <= p)%Z -> (0 < k)%Z -> (0 < x)%Z -> (0 < y)%Z ->
  (y ^ k <= x ^ k * b ^ p)%Z -> Rpow (IZR b) (- (IZR p / IZR k)) <= IZR x / IZR y.
Proof.
  intros b p k x y B P K X Y H.
  assert (YK : (0 < y ^ k)%Z) by (apply Z.pow_pos_nonneg; lia).
  assert (XK : (0 < x ^ k)%Z) by (apply Z.pow_pos_nonneg; lia).
  assert (BP : (0 < b ^ p)%Z) by (apply Z.pow_pos_nonneg; lia).
  assert (L : ln (IZR (y ^ k)) <= ln (IZR (x ^ k * b ^ p)))
    by (apply ln_monotone; [apply (IZR_lt 0); exact YK | apply IZR_le; exact H]).
  rewrite mult_IZR, ln_mult in L by (apply (IZR_lt 0); assumption).
  rewrite !ln_whole_power in L by lia.
  apply (IZR_lt 0) in K, X, Y.
  assert (Q : 0 < IZR x / IZR y)
    by (apply Rmult_lt_0_compat; [|apply Rinv_0_lt_compat]; assumption).
  rewrite <- (exp_ln (IZR x / IZR y)) by exact Q.
  apply exp_monotone; unfold Rdiv at 2.
  rewrite ln_mult, ln_inverse by (try apply Rinv_0_lt_compat; assumption).
  apply Rmult_le_reg_l with (IZR k); [exact K|].
  replace (IZR k * (- (IZR p / IZR k) * ln (IZR b))) with (- (IZR p * ln (IZR b))) by (field; lra).
  lra.
Qed.

Lemma from_equal : forall (P : R -> R -> Prop) x y z, x = y -> P y z -> P x z.
Proof. intros P x y z E; rewrite E; trivial. Qed.

Lemma to_equal : forall (P : R -> R -> Prop) x y z, P x y -> y = z -> P x z.
Proof. intros P x y z H E; rewrite <- E; trivial. Qed.

Lemma by_difference : forall x y e, y - x = e -> 0 <= e -> x <= y.
Proof. intros; lra. Qed.

Lemma by_strict_difference : forall x y e, y - x = e -> 0 < e -> x < y.
Proof. intros; lra. Qed.

(** [nonneg] and [strict] prove [0 <= _] and [0 < _] from the form of the term. *)
Ltac nonneg :=
  match goal with
  | H : ?fact |- ?fact => exact H
  | |- 0 <= exp _ => left; apply exp_pos
  | |- 0 <= Rpow _ _ => left; apply Rpow_pos
  | |- 0 <= sqrt _ => apply sqrt_pos
  | |- 0 <= ln _ => apply ln_one_least; lra
  | |- 0 <= _ + _ => apply Rplus_le_le_0_compat; nonneg
  | |- 0 <= _ * _ => apply Rmult_le_pos; nonneg
  | |- 0 <= _ / _ => apply Rmult_le_pos; [nonneg | left; apply Rinv_0_lt_compat; strict]
  | |- 0 <= / _ => left; apply Rinv_0_lt_compat; strict
  | |- 0 <= _ ^ 2 => apply pow2_ge_0
  | |- 0 <= _ ^ _ => apply pow_le; nonneg
  | |- 0 <= _ => lra
  | |- 0 <= _ => left; strict
  end
with strict :=
  match goal with
  | H : ?fact |- ?fact => exact H
  | |- 0 < exp _ => apply exp_pos
  | |- 0 < Rpow _ _ => apply Rpow_pos
  | |- 0 < sqrt _ => apply sqrt_lt_R0; strict
  | |- 0 < ln _ => apply ln_one_less; lra
  | |- 0 < _ * _ => apply Rmult_lt_0_compat; strict
  | |- 0 < _ / _ => apply Rmult_lt_0_compat; [strict | apply Rinv_0_lt_compat; strict]
  | |- 0 < / _ => apply Rinv_0_lt_compat; strict
  | |- 0 < _ ^ _ => apply pow_lt; strict
  | |- 0 < _ + _ => apply Rplus_lt_le_0_compat; [strict | nonneg]
  | |- 0 < _ + _ => apply Rplus_le_lt_0_compat; [nonneg | strict]
  | |- 0 < _ => lra
  end.

Lemma not_zero : forall x, 0 < x -> x <> 0.
Proof. intros; lra. Qed.

Ltac nonzero := repeat split; first [ apply not_zero; strict | apply Rlt_not_eq; lra | lra ].

Ltac algebra := first [ ring | field; nonzero ].

(** Logarithms of products, quotients, powers and roots of positive terms, written out. *)
Ltac logarithms :=
  unfold Rdiv;
  repeat first
    [ rewrite ln_exp
    | rewrite ln_Rpow
    | rewrite ln_1
    | rewrite ln_inverse by strict
    | rewrite ln_power by strict
    | rewrite ln_root by strict
    | rewrite ln_mult by strict ];
  simpl INR.

(** Both sides are products of powers of positive terms: compare logarithms. *)
Ltac power_equal :=
  apply ln_inv; [ strict | strict | logarithms; try algebra ];
  try match goal with
  | |- context [sqrt ?l] =>
      let r := fresh "r" in let q := fresh "q" in
      assert (q : sqrt l * sqrt l = l) by (apply sqrt_sqrt; nonneg);
      set (r := sqrt l) in *; clearbody r; rewrite <- q; algebra
  end.

(** A known fact, read from the right or for less than it says. *)
Ltac known fact :=
  first
    [ exact fact
    | apply Rle_ge; exact fact
    | apply Rge_le; exact fact
    | left; exact fact
    | right; exact fact
    | symmetry; exact fact
    | right; symmetry; exact fact
    | apply Rle_ge; right; exact fact
    | pose proof fact; lra ].

Ltac admissible := repeat split; first [ assumption | lra ].

(** A term in which one part was exchanged for a larger or a smaller one. *)
Ltac mono :=
  match goal with
  | H : ?fact |- ?fact => exact H
  | |- ?x <= ?x => apply Rle_refl
  | H : ?y >= ?x |- ?x <= ?y => apply Rge_le; exact H
  | H : ?x = ?y |- ?x <= ?y => right; exact H
  | H : ?x = ?y |- ?y <= ?x => right; symmetry; exact H
  | |- _ + _ <= _ + _ => apply Rplus_le_compat; mono
  | |- _ - _ <= _ - _ => apply Rplus_le_compat; [mono | apply Ropp_le_contravar; mono]
  | |- - _ <= - _ => apply Ropp_le_contravar; mono
  | |- ?a * _ <= ?a * _ => apply Rmult_le_compat_l; [nonneg | mono]
  | |- _ * ?a <= _ * ?a => apply Rmult_le_compat_r; [nonneg | mono]
  | |- _ / ?a <= _ / ?a => apply Rmult_le_compat_r; [nonneg | mono]
  | |- ?a / _ <= ?a / _ =>
      apply Rmult_le_compat_l; [nonneg | apply Rinv_le_contravar; [strict | mono]]
  | |- _ * _ <= _ * _ => apply Rmult_le_compat; [nonneg | nonneg | mono | mono]
  | |- / _ <= / _ => apply Rinv_le_contravar; [strict | mono]
  | |- _ ^ _ <= _ ^ _ => apply pow_incr; split; [nonneg | mono]
  | |- exp _ <= exp _ => apply exp_monotone; mono
  | |- Rpow ?n _ <= Rpow ?n _ => apply Rpow_grows; [lra | mono]
  | |- Rpow ?n _ <= Rpow ?n _ => apply Rpow_falls; [lra | mono]
  | |- _ <= _ => lra
  end.
"""
